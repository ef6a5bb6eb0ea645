/*
 * strict_first.c - a program that is only the first process of a bot's
 * namespaces.
 */
#include "host/sandbox_steps.h"

int main(int argc, char **argv)
{
	strict_inside(argc, argv);
}
