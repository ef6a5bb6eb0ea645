#!/bin/sh
# hold.sh POINTS [ANYTHING] - a bot for pig that banks from so many points on;
# with a second word, its 40th decision is an illegal move.  It waits as long as
# NAME.gate lies beside it.
n=0
while read -r line
do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready"}' ;;
    *'"type":"turn"'*)
        total=${line#*'"total":'}
        total=${total%%[!0-9]*}
        n=$((n + 1))
        while [ -e "$0.gate" ]; do sleep 0.01; done
        if [ -n "$2" ] && [ $n = 40 ]
        then echo '{"move":99}'
        elif [ "$total" -ge "$1" ]
        then echo '{"move":1}'
        else echo '{"move":0}'
        fi ;;
    esac
done
