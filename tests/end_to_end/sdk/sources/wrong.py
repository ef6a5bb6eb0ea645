import rollcall
from rollcall.views import Bolo7View, Move

def choose(turn: rollcall.Turn) -> Move:
    view: Bolo7View = turn.view
    turn.say = view["scores"]
    return rollcall.keep(view["roll"], "roll")

rollcall.run(choose)
