// What the types accept.
import { CHANCE, OVER, GamesError, Random, State, names, playouts,
  type Due, type Generator, type Rules } from 'rollcall-games';
import { playLocal } from 'rollcall/local';

const state = new State<PigView, Move>('pig', 2, { target: 20 });
const total: number = state.view().total;
const due: Due = state.due();
state.roll(Math.random);
state.roll(new Random(7n));
state.apply({ then: 'bank' });
state.clone().assign(state);
const choose = (turn: Turn<PigView>) => {
  const now = State.fromView('pig', turn.view, turn.hello.rules);
  now.roll(turn.random);
  return playouts(now, 5, turn.random.next())[0] > 0.5 ? 0 : turn.legal[1];
};
const points: Promise<number[]> = playLocal('pig', [choose, async () => 0],
  { games: 5, rules: 'target=20', seed: 1 });
const end: boolean = state.turn === OVER || state.turn === CHANCE;
const first: string = names()[0];
const error: Error = new GamesError('x');
run(turn => turn.random.below(turn.legal.length));
run<PigView>(async turn => Move.then(turn.view.total < 20 ? 'roll' : 'bank'),
  { name: 'a', legal: false, input: ['{}'], output: { write() {} } });
run((turn: Turn<BlackpotView>) => turn.legal.find(move => move.pass) ?? 0);
const seen: number = turnOf('x', { a: 1 }, [{ take: 3 }]).view.a;
new sdk.Random(7).shuffle(['a']).pop()?.length;
