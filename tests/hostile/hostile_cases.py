"""hostile_cases.py - the hostile bots, and what each level must make of them.

A verdict is a fault word, "" for none (the bot plays on), or several joined by
"|".  It holds for all levels, or is a dict by level; "limits/user" and
"limits/root" depend on who started the referee, as root's bots run as another
user there.  Skip(why) is not run.  Open(what, verdict) is not prevented, and
runs in a namespace that is thrown away; only the verdict (None: not even that)
and the end of all processes are checked there.
"""
import collections
import ctypes

Skip = collections.namedtuple("Skip", "why")
Open = collections.namedtuple("Open", "what verdict")

MIDDLE = "..xx.."      # only the second game is lost
ALWAYS = "xxxfff"      # three faults, then the rest is forfeited
MOVE_MS = 3000         # for the rows that wait until it is over: a rival is
                       # never so late, however busy the machine


class Row:
    def __init__(self, name, verdict, pattern=None, text=None, program=None,
                 mode=0o755, needs=None, **limits):
        self.name, self.verdict, self.limits = name, verdict, limits
        self.pattern = pattern
        self.text = text            # a script instead of hostile.c
        self.program = program      # a file to be executed instead of it
        self.mode = mode
        self.needs = needs          # the interpreter it needs

    def __repr__(self):
        return self.name

    def at(self, level, who):
        if not isinstance(self.verdict, dict):
            return self.verdict
        for key in f"{level}/{who}", level, "":
            if key in self.verdict:
                return self.verdict[key]
        raise KeyError(f"{self.name}: no verdict at {level}/{who}")


def waits(name, verdict="timeout", **more):
    return Row(name, verdict, **{"move_ms": MOVE_MS, **more})


def never(name, verdict="start", **more):
    return Row(name, verdict, pattern=ALWAYS, **more)


def script(interpreter, text):
    return {"text": f"#!/usr/bin/env {interpreter}\n{text}",
            "needs": interpreter}


# Plays in Python until it has to decide in its second game.
PYTHON = """import os, sys, threading, time
games = 0
for line in sys.stdin:
    games += '"type":"game"' in line
    if '"type":"hello"' in line:
        print('{"type":"ready"}', flush=True)
    elif '"type":"turn"' in line:
        if games == 2:
            break
        print('{"move":1}', flush=True)
"""
SHELL = """games=0
play() {
	while read -r line; do
		case $line in
		'{"type":"hello"'*) echo '{"type":"ready"}' ;;
		'{"type":"game"'*) games=$((games + 1)) ;;
		'{"type":"turn"'*)
			if [ $games = 2 ]; then games=3; misdeed; fi
			echo '{"move":1}' ;;
		esac
	done
}
"""
NODE = """let games = 0;
const say = line => process.stdout.write(line + "\\n");
require("readline").createInterface({input: process.stdin}).on("line",
	line => {
		if (line.includes('"type":"game"')) games++;
		if (line.includes('"type":"hello"')) say('{"type":"ready"}');
		if (!line.includes('"type":"turn"')) return;
		if (games === 2) misdeed(); else say('{"move":1}');
	});
"""
PERL = """$| = 1; my $games = 0;
while (<STDIN>) {
	$games++ if /"type":"game"/;
	print qq({"type":"ready"}\\n) if /"type":"hello"/;
	next unless /"type":"turn"/;
	last if $games == 2;
	print qq({"move":1}\\n);
}
"""

# Below strict, a bot may do whatever its user may.
SAME_USER = "bots of the same user reach each other and the referee"
ITS_USER = Open(SAME_USER, None)
# The version of Landlock; landlock_create_ruleset is 444 on every machine.
LANDLOCK = ctypes.CDLL(None).syscall(444, None, 0, 1)
REACHED = {"none": ITS_USER, "": ""}
if LANDLOCK < 6:
    REACHED["limits/user"] = ITS_USER
# At limits/user the referee itself counts the processes.
MANY = {"limits/user": "limit|timeout", "": "timeout"}
NO_LIMITS = Skip("level none has no limits of the system")

GARBLED = ("nul", "bad_utf8", "overlong", "surrogate", "bom", "brackets",
           "same_key", "two_objects", "huge_number", "half_number", "zeroes",
           "digits", "empty_line", "not_json", "control")
ILLEGAL = ("no_move", "out_of_range", "below_range", "odd_move",
           "again_ready")
FLOOD = ("two_answers", "words_behind", "too_long", "endless_line",
         "line_of_100_mb", "million_lines")

# ### what it says
SAYS = [
    *[Row(name, "garbled") for name in GARBLED],
    *[Row(name, "illegal") for name in ILLEGAL],
    *[Row(name, "flood") for name in FLOOD],
    # If the bot is slow, the next question is asked first, and this answers it.
    Row("before_the_question", "flood|timeout", move_ms=2000),
    never("ready_and_answer", "flood"),
    never("answer_for_ready"),
    never("never_ready", start_ms=MOVE_MS),
    Row("many_keys", ""),
    Row("escapes", ""),
    Row("long_say", ""),
    Row("longest_line", ""),
    Row("longest_line_at_once", ""),
    Row("a_byte_too_long", "flood"),
    Row("a_byte_too_long_at_once", "flood"),
]
ROWS = [
    *SAYS,
    # ### late
    waits("silence"),
    waits("drip"),
    waits("half_line"),
    never("never_reads", start_ms=MOVE_MS),
    waits("a_turn_late"),
    # A late referee finds everything in the pipe already.
    waits("after_the_deadline", "timeout|flood"),
    waits("around_the_deadline", "timeout|"),
    # ### gone, and pipes
    Row("exits", "gone"),
    never("exits_at_once"),
    Row("exits_between", "gone"),
    Row("answers_and_exits", "gone"),
    Row("half_line_and_exits", "garbled"),
    Row("closes_output", "gone"),
    Row("closes_input", "gone"),
    Row("lends_its_input", "gone"),
    Row("closes_all", "gone"),
    Row("half_line_and_closes", "garbled"),
    Row("closes_errors", ""),
    Row("changes_flags", ""),
    Row("changes_sizes", ""),
    Row("sends_packets", ""),
    Row("changes_what_it_sent", "|garbled|illegal|timeout", move_ms=MOVE_MS),
    waits("stuffs_its_input"),
    # It may lose the race against the referee.
    waits("eats_its_answer"),
    waits("holds_all_ends"),
    waits("swaps_its_pipes"),
    # ### processes
    Row("daemon_and_on", ""),
    waits("daemons_and_hangs"),
    Row("heir", "gone"),
    Row("heir_that_answers", "gone"),
    waits("fork_storm", MANY, tasks=32),
    waits("fork_bomb", MANY, tasks=64),
    waits("fork_chain"),
    waits("vfork_chain"),
    waits("thread_storm", MANY, tasks=32),
    waits("first_thread_exits"),
    Row("sibling", "gone"),
    Row("zombies", ""),
    waits("hides_its_name"),
    waits("hides_its_memory"),
    waits("becomes_another"),
    Row("becomes_nobody", "gone"),
    waits("grabs_the_processor", {
        "none/root": Skip("root's real time would stop the machine"),
        "": "timeout"}),
    waits("subreaper"),
    # Each session has its own share of the processor.
    waits("sessions_64", tasks=72),
    # ### signals
    *[Row(name, "gone") for name in (
        "segv", "abrt", "sigsys", "fpe", "sigkill", "overflows_its_stack",
        "kills_its_group")],
    Row("fakes_a_limit", "gone|limit"),
    Row("limits_itself", "gone|limit"),
    waits("stops_itself"),
    waits("stutters"),
    waits("ignores_signals"),
    Row("terms_its_group", ""),
    Row("signals_its_parent", ""),
    waits("kills_its_parent", "gone|timeout"),
    waits("stops_its_parent"),
    Row("kills_everybody", REACHED),
    Row("stops_everybody", REACHED),
    Row("kills_the_referee", REACHED),
    Row("kills_its_rival", REACHED),
    Row("stops_its_rival", REACHED),
    # ### resources
    waits("hogs_memory", {"none": NO_LIMITS, "": "gone|limit"},
          memory_mb=100, move_ms=5000),
    Row("just_enough_memory", "", memory_mb=100, move_ms=5000),
    waits("hogs_shared_memory", memory_mb=100),
    waits("locks_memory", "timeout|gone|limit", memory_mb=100,),
    Row("burns_the_processor", {"none": NO_LIMITS, "": "limit"}, cpu_s=1,
        move_ms=20000),
    *[Row(name, {"none": NO_LIMITS, "": "limit"}, cpu_s=1, move_ms=20000)
      for name in ("children_burn", "short_lived_burn")],
    Row("file_beyond_its_box", {
        "none": NO_LIMITS, "limits": "limit", "strict": "limit|gone"},
        box_mb=2),
    Row("file_within_its_box", {"none": NO_LIMITS, "": ""}, box_mb=2),
    Row("fills_the_disk", {"none": NO_LIMITS, "": ""}, box_mb=8),
    Row("many_names", {"none": NO_LIMITS, "": ""}, move_ms=60000),
    *[waits(name, {"none": Skip("level none has no folder of its own"),
                   "": "timeout"}, move_ms=2000)
      for name in ("wide_folder", "deep_folder")],
    Row("opens_many_files", "", files=64),
    # What a user has on its way counts together: a process that has no room for
    # its files dies, and must be started again.
    Row("sends_many_files", {
        "none": NO_LIMITS, "limits/root": "", "strict/root": "",
        "": "gone|"},
        pattern="..xxxx", files=1500),
    Row("floods_errors", "limit"),
    Row("floods_errors_with_lines", "limit", output_mb=1),
    # The fault may be seen in the next game instead.
    Row("floods_errors_for_ever", "limit|", pattern="..xxxx", output_mb=1),
    Row("a_megabyte_of_errors", "", output_mb=2),
    # ### what is left behind
    Row("files_elsewhere", {
        "strict": "", "": Open("files outside of its folder stay", "")}),
    Row("shared_memory", {
        "strict": "", "": Open("System V and POSIX objects stay", "")}),
    *[Row(name, {"none": Skip("level none has no folder of its own"),
                 "": ""})
      for name in ("sockets_in_its_folder", "locked_folders", "deep_folders",
                   "odd_names", "links", "removes_its_folder")],
    # ### snooping
    *[Row(name, "", move_ms=5000) for name in (
        "look_at_files", "look_at_processes", "look_at_itself",
        "use_the_network", "use_the_kernel")],
    # ### cannot be started
    never("empty_file", program=""),
    never("no_interpreter", program="#!/no/such/interpreter\n"),
    never("no_program", program="\x7fELF and nothing behind\n"),
    never("its_own_interpreter", program="#!./bot\n"),
    # ### scripts
    Row("python_dies", "gone", **script(
        "python3", PYTHON + "def deep(n): return deep(n + 1)\ndeep(0)\n")),
    Row("python_threads_talk", "flood", **script(
        "python3", PYTHON + "for i in range(4):\n"
        # Two lines at once: the bot may be paused after its first answer.
        "    threading.Thread(target=lambda: [os.write(1, b'{\"move\":1}\\n'"
        " * 2) for i in range(1000)]).start()\n")),
    waits("python_forgets_to_flush", **script(
        "python3", PYTHON + "sys.stdout.write('{\"move\":1}\\n')\n"
        "time.sleep(1000)\n")),
    Row("shell_background", "", **script(
        "sh", SHELL + "misdeed() { sleep 1000 & setsid sleep 1000 & }\n"
        "play\n")),
    waits("shell_bomb", {
        "none": Skip("nothing bounds it at level none"),
        "limits/user": "limit|timeout|gone", "": "timeout|gone"},
        tasks=32, **script(
            "sh", SHELL + "bomb() { bomb | bomb & wait; }\n"
            "misdeed() { bomb; sleep 1000; }\nplay\n")),
    Row("node_floods", "flood", **script(
        "node", NODE + "function misdeed() { process.stdout.write("
        "'{\"move\":1}\\n'.repeat(20000)); }\n")),
    Row("node_rejects", "gone", **script(
        "node", NODE + "function misdeed() { Promise.reject(1); }\n")),
    waits("perl_sleeps", **script(
        "perl", PERL + "$SIG{ALRM} = 'IGNORE'; alarm 1; sleep 1000 while 1;"
        "\n")),
]


def has_one_verdict(row):
    """Is the verdict the same wherever the row is not skipped?"""
    return not isinstance(row.verdict, dict) or len({
        verdict for verdict in row.verdict.values()
        if not isinstance(verdict, Skip)}) == 1


def levels_of(at, row, levels):
    """The levels at which the row with that number is tried: all, if they make
    a difference; one, if they do not matter; otherwise strict and one other
    level."""
    if row.name in CHECKS or not has_one_verdict(row):
        return levels
    if row in SAYS:
        return [levels[at % 3]]
    return [levels[at % 2], levels[2]]


# Where each check must be refused: from a level on; "root": from limits on if
# root started the referee, otherwise at strict; a number: the same, but from
# limits on for everybody if Landlock has at least that version; None: never.
CHECKS = {
    "look_at_files": {
        "secret": "root", "key": "root", "log_write": "root",
        "trace_read": "strict", "rival_file": "strict",
        "rival_write": "root", "shadow": "limits", "kmsg": "strict",
        "kernel_memory": "limits", "disk": "limits",
        "kernel_setting": "limits", "sysrq": "limits", "tty": "none",
        "homes": "strict", "own_file": "root", "write_etc": "limits",
        "write_usr": "limits", "write_root": "limits", "write_var": "strict",
        "write_dev": "limits", "write_proc": "none",
        "write_sys": "limits", "other_boxes": "root", "device": "limits",
    },
    "look_at_processes": {
        "see": "strict", "memory": 1, "environ": 1, "pipes": 1, "maps": 1,
        "signal": 6, "trace": 1, "read": 1, "take": 1, "limit": "root",
        "slow": "root",
        "first_process": "limits", "trace_child": "strict", "numbers": "strict",
    },
    "look_at_itself": {
        "environment": "limits", "descriptors": "none", "terminal": "none",
        "type_ahead": "strict", "signals": "none", "session": "none",
        "new_privileges": "limits", "root": "limits",
        "capabilities": "limits", "groups": "root", "more_memory": "limits",
        "more_tasks": "limits", "more_files": "limits",
        "larger_files": "limits", "core_files": "limits",
        "first_of_all": "limits", "the_clock": "limits",
        "setuid_program": "limits",
    },
    "use_the_network": {
        "tcp": "strict", "udp": "strict", "interfaces": "strict",
        "outside": "strict", "outside6": "strict", "unix_file": "strict",
        "unix_name": "strict", "services": "strict", "routes": "limits",
        "raw": "limits", "packet": "limits", "events": "limits",
        "hypervisor": "strict", "serves": "strict",
    },
    "use_the_kernel": {
        **dict.fromkeys((
            "bpf_map", "bpf_load", "key_add", "key_ask", "key_control",
            "io_ring", "page_faults", "user_space", "clone_space",
            "clone3_space", "hear_all", "performance", "kernel_log",
            "other_table"), "strict"),
        **dict.fromkeys((
            "mount_old", "mount_new", "mount_move", "mount_tree", "unmount",
            "pivot", "change_root", "mount_space", "net_space", "pid_space",
            "group_space", "other_space", "module", "module_file",
            "next_kernel", "restart", "swap", "accounts", "host_name",
            "domain_name", "by_handle", "made_root"), "limits"),
    },
    "fills_the_disk": {"box": "strict"},
    "opens_many_files": {"files": "limits"},
}


def refused(check, level, who):
    """Must that check be refused there?"""
    if isinstance(check, int) and LANDLOCK >= check:
        return level != "none"
    if check == "root" or isinstance(check, int):
        return level == "strict" or (level == "limits" and who == "root")
    order = ("none", "limits", "strict")
    return order.index(level) >= order.index(check)
