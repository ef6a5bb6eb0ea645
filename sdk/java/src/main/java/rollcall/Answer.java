package rollcall;

/** The answer of a bot: a place in the list of legal moves, or a move. */
public sealed interface Answer permits Place, Move {
}
