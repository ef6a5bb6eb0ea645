"""games.py - the list of the games."""

from blackpot import Blackpot
from bolo5 import Bolo5
from bolo7 import Bolo7
from pig import Pig
from rolit import Rolit
from vollelotte import Vollelotte

GAMES = {"pig": Pig, "bolo7": Bolo7, "bolo5": Bolo5,
         "vollelotte": Vollelotte, "rolit": Rolit, "blackpot": Blackpot}
