/*
 * first_move.c - plays the first legal move, as fast as a bot can answer.
 *
 * It serves to time the referee.  It does not parse the lines: inside a JSON
 * string every quote is escaped, so the texts that it looks for can only be
 * a key and its value.
 */
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE_MAX = 65536 };         /* of the protocol, LF included */

static const char ready[] =
	"{\"type\":\"ready\",\"legal\":false,\"events\":false}\n";
static const char first[] = "{\"move\":0}\n";

/* Returns 0, or -1 on an error.  A pipe takes so short an answer at once. */
static int say(const char *answer)
{
	size_t size = strlen(answer);

	return write(STDOUT_FILENO, answer, size) == (ssize_t)size ? 0 : -1;
}

/* Returns 0, 1 when the match is over, or -1 on an error. */
static int answer_line(const char *line)
{
	if (strstr(line, "\"type\":\"turn\"") != NULL)
		return say(first);
	if (strstr(line, "\"type\":\"again\"") != NULL)
		return say(first);
	if (strstr(line, "\"type\":\"hello\"") != NULL)
		return say(ready);
	return strstr(line, "\"type\":\"bye\"") != NULL;
}

int main(void)
{
	char input[LINE_SIZE_MAX];
	size_t size = 0;
	ssize_t more;

	/* One read may bring half a line, or several. */
	while ((more = read(STDIN_FILENO, input + size,
			    sizeof input - size)) > 0) {
		char *line = input, *end;

		size += (size_t)more;
		while ((end = memchr(line, '\n', size)) != NULL) {
			int result;

			*end = '\0';
			result = answer_line(line);
			if (result != 0)
				return result < 0;
			size -= (size_t)(end + 1 - line);
			line = end + 1;
		}
		memmove(input, line, size);
	}
	return more < 0 || size == sizeof input;
}
