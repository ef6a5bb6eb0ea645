package rollcall;

/**
 * A place in the list of legal moves.
 *
 * @param place from 0
 */
public record Place(int place) implements Answer {
}
