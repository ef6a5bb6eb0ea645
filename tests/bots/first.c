#include <stdio.h>
#include <string.h>
int main(void)
{
    static char line[70000];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strstr(line, "\"type\":\"hello\""))
            puts("{\"type\":\"ready\"}");
        if (strstr(line, "\"type\":\"turn\""))
            puts("{\"move\":0}");
        if (strstr(line, "\"type\":\"again\""))
            puts("{\"move\":1}");
        fflush(stdout);
    }
    return 0;
}
