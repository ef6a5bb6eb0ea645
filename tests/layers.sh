#!/bin/sh
# layers.sh - checks that the sources have the structure that CONTRIBUTING.md
# describes.
#
# For the C files of referee/, tournaments/, sdk/ and bots/ it checks that
#   - every folder is in the table of CONTRIBUTING.md, and includes only what
#     its row allows; the README.md of the folder says the same;
#   - every file that CONTRIBUTING.md names exists;
#   - there is no circle: no file depends on itself through its includes;
#   - no two headers share a name (commands.h aside, one in each cmd/);
#   - a function that a header declares begins with the name of that header, of
#     a header beside it that this one adds to, of a type defined in it, or of a
#     part of it, which a comment begins: "### words: lists of words";
#   - no struct tag is defined twice;
#   - there is no circle in the built libraries: no two objects need names of
#     each other, directly or through others.
#
# tier: quick
set -eu
build=$(cd "${builddir:-.}" && pwd)
cd "${srcdir:-.}"

# Prints a line for every violation.
# shellcheck disable=SC2046 # names of files without spaces
wrong=$(nm -A "$build/libreferee.a" "$build/libtournament.a" | awk '
function wrong(text) { print text }

# The folder of a path, without its slash.
function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }

# A .c file and its header are one module.
function module_of(path) { sub(/\.[ch]$/, "", path); return path }

# ### the objects, from nm: LIBRARY:OBJECT:ADDRESS TYPE NAME, without an address
# ### for a name that an object needs

objects {
	if (NF < 3)
		next
	split($1, part, ":")
	if ($(NF - 1) == "U") {
		needs++
		needs_object[needs] = part[2]
		needs_name[needs] = $NF
	} else if ($(NF - 1) ~ /^[A-Z]$/)
		object_of[$NF] = part[2]
	next
}

# ### the table: folder, purpose, what it may include

FILENAME == "CONTRIBUTING.md" {
	text = $0
	while (match(text, /`[a-z0-9_\/]+\/[a-z0-9_]+\.[ch]`/)) {
		named[substr(text, RSTART + 1, RLENGTH - 2)] = FNR
		text = substr(text, RSTART + RLENGTH)
	}
	if ($0 !~ /^\| `[a-z\/]+\/` \|/)
		next
	if (split($0, cell, "|") != 5)
		next
	gsub(/[` ]/, "", cell[2])
	sub(/\/$/, "", cell[2])
	sub(/^ */, "", cell[4])
	sub(/ *$/, "", cell[4])
	words[cell[2]] = cell[4]
	gsub(/,/, " ", cell[4])
	row[cell[2]] = " " cell[4] " "
	next
}

FILENAME ~ /README\.md$/ {
	if ($0 == "May include: " words[folder_of(FILENAME)] ".")
		first_page[folder_of(FILENAME)] = 1
	next
}

# ### the sources

FNR == 1 {
	folder = folder_of(FILENAME)
	used[folder] = 1
	exists[FILENAME] = 1
	comment = declaration = ""
}

/^[ \t]*#[ \t]*include/ {
	name = $0
	sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
	includes++
	include_file[includes] = FILENAME
	include_name[includes] = name
	next
}

/^(struct|enum|union) [a-z0-9_]+ \{/ {
	if ($1 == "struct") {
		if ($2 in tag && FILENAME ~ /^(referee|tournaments)/ &&
		    tag[$2] ~ /^(referee|tournaments)/)
			wrong("struct " $2 " is defined in " tag[$2] \
			      " and in " FILENAME)
		tag[$2] = FILENAME
	}
	if (FILENAME ~ /\.h$/)
		types[FILENAME] = types[FILENAME] " " $2
}

FILENAME ~ /\.h$/ && /^[\/ ]\* ### [a-z0-9_]+:/ {
	types[FILENAME] = types[FILENAME] " " substr($3, 1, length($3) - 1)
}

# A declaration in a header: from the first column to its semicolon.
FILENAME ~ /^(referee|tournaments)\/.*\.h$/ && /^[a-z].*[a-z0-9_]+\(/ &&
!/^(static|typedef|#|extern "C")/ {
	text = $0
	sub(/\(.*/, "", text)
	sub(/.*[ *]/, "", text)
	functions++
	function_file[functions] = FILENAME
	function_name[functions] = text
}

# ### checks that need all files

# Resolves the include `name` of `file`: a path of ours, or a word of the table.
function include_of(file, name,    inner) {
	inner = name
	gsub(/[<>"]/, "", inner)
	if (name ~ /^"/) {
		if (inner == "config.h")
			return ""
		if (("referee/" inner) in exists)
			return "referee/" inner
		if (inner in exists)
			return inner
		if ((folder_of(file) "/" inner) in exists)
			return folder_of(file) "/" inner
		if (inner ~ /^\.\.\/sdk\/c\//)
			return "sdk/c" substr(inner, 9)
		return inner
	}
	if (inner ~ /^sodium/)
		return "libsodium"
	if (inner ~ /^nettle/)
		return "nettle"
	if (inner ~ /^cjson/)
		return "cJSON"
	if (inner ~ /^(sys|linux)\// || inner ~ \
	    /^(unistd|fcntl|time|poll|signal|spawn|pthread|dirent|termios)\.h$/)
		return "system"
	return ""
}

function last_part(path) { sub(/.*\//, "", path); return path }

function allowed(file, target,    from, to) {
	from = folder_of(file)
	if (target == "")
		return 1
	if (target ~ /^(libsodium|nettle|cJSON|system)$/)
		return index(row[from], " " target " ")
	to = folder_of(target)
	return from == to || index(row[from], " " last_part(to) " ")
}

# Depth first; state 1: on the path from where the search began.
function search(module, path,    list, count, i) {
	if (state[module] == 2)
		return
	if (state[module] == 1) {
		wrong("circle: " substr(path, index(path, module)))
		return
	}
	state[module] = 1
	count = split(edges[module], list, " ")
	for (i = 1; i <= count; i++)
		search(list[i], path " " list[i])
	state[module] = 2
}

function has_prefix(name, file,    list, count, i, stem, more) {
	stem = last_part(module_of(file))
	if (name == stem || index(name, stem "_") == 1)
		return 1
	# json_write.h adds to json.h.
	for (i = index(stem, "_"); i > 0; i = more > 0 ? i + more : 0) {
		if ((folder_of(file) "/" substr(stem, 1, i - 1) ".h") in exists &&
		    index(name, substr(stem, 1, i)) == 1)
			return 1
		more = index(substr(stem, i + 1), "_")
	}
	# The prefix of everything that the library of the engines exports.
	if (folder_of(file) == "referee/rollcall" && index(name, "rollcall_") == 1)
		return 1
	count = split(types[file], list, " ")
	for (i = 1; i <= count; i++)
		if (name == list[i] || index(name, list[i] "_") == 1)
			return 1
	return 0
}

END {
	for (folder in used)
		if (!(folder in row))
			wrong(folder "/ has no row in CONTRIBUTING.md")
	for (folder in used)
		if (folder ~ /^(referee|tournaments)\// &&
		    !(folder in first_page))
			wrong(folder "/README.md does not say what its row " \
			      "in CONTRIBUTING.md says")
	for (name in named)
		if (!(name in exists || ("referee/" name) in exists ||
		      ("tournaments/" name) in exists))
			wrong("CONTRIBUTING.md:" named[name] ": there is no " \
			      name)
	for (folder in row)
		if (!(folder in used))
			wrong("CONTRIBUTING.md has a row for " folder \
			      "/, which has no source")
	for (i = 1; i <= includes; i++) {
		file = include_file[i]
		target = include_of(file, include_name[i])
		if (folder_of(file) in row && !allowed(file, target))
			wrong(file " must not include " include_name[i])
		from = module_of(file)
		to = module_of(target)
		if (target in exists && from != to)
			edges[from] = edges[from] " " to
	}
	for (i = 1; i <= needs; i++) {
		from = needs_object[i]
		to = object_of[needs_name[i]]
		if (to != "" && to != from && !((from, to) in seen)) {
			seen[from, to] = 1
			edges[from] = edges[from] " " to
		}
	}
	for (from in edges)
		search(from, from)
	for (file in exists) {
		name = last_part(file)
		if (file !~ /^(referee|tournaments)\/.*\.h$/ ||
		    name == "commands.h")
			continue
		if (name in header)
			wrong(file " and " header[name] " share a name")
		header[name] = file
	}
	for (i = 1; i <= functions; i++)
		if (!has_prefix(function_name[i], function_file[i]))
			wrong(function_file[i] ": " function_name[i] \
			      " lacks the prefix of its module")
	if (includes == 0 || needs == 0)
		wrong("no source file or no object found")
}
' CONTRIBUTING.md $(find referee tournaments -mindepth 2 -name README.md) \
	$(find referee tournaments sdk bots -name '*.[ch]' | sort) \
	objects=1 -)
[ -z "$wrong" ] || { printf '%s\n' "$wrong" | sort; exit 1; }
