/*
 * utf8.c - decodes UTF-8 independently of the locale.
 */
#include "base/utf8.h"

int utf8_size(const char *at, const char *end)
{
	const unsigned char *c = (const unsigned char *)at;
	long left = end - at;

	if (c[0] < 0x80)
		return 1;
	if (c[0] >= 0xc2 && c[0] <= 0xdf)
		return left >= 2 && (c[1] & 0xc0) == 0x80 ? 2 : 0;
	if (c[0] >= 0xe0 && c[0] <= 0xef)
		return left >= 3 && (c[1] & 0xc0) == 0x80 &&
			(c[2] & 0xc0) == 0x80 &&
			!(c[0] == 0xe0 && c[1] < 0xa0) &&       /* overlong */
			!(c[0] == 0xed && c[1] > 0x9f) ? 3 : 0; /* surrogate */
	if (c[0] >= 0xf0 && c[0] <= 0xf4)
		return left >= 4 && (c[1] & 0xc0) == 0x80 &&
			(c[2] & 0xc0) == 0x80 && (c[3] & 0xc0) == 0x80 &&
			!(c[0] == 0xf0 && c[1] < 0x90) &&
			!(c[0] == 0xf4 && c[1] > 0x8f) ? 4 : 0;
	return 0;
}

int utf8_decode(const char *at, const char *end, uint32_t *character)
{
	static const unsigned char first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	int size = utf8_size(at, end);

	if (size == 0)
		return 0;
	*character = (unsigned char)*at & first[size];
	for (int i = 1; i < size; i++)
		*character = *character << 6 | ((unsigned char)at[i] & 0x3f);
	return size;
}

int utf8_count(const char *bytes, size_t size)
{
	int count = 0;

	for (size_t i = 0; i < size; i++)
		count += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return count;
}
