package rollcall;

/** What a bot answers. */
public sealed interface Answer permits Place, Move {
}
