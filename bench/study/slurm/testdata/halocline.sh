#!/bin/sh
# Stands in for halocline. The study is a piece of shell that says what happens
# to the shard before it is written; it may end the program.
set -eu
case "$1 $#" in
"sweep 7")
	study=$2 shard=${4%/*} of=${4#*/} out=$7
	[ "$3 $5 $6" = "--shard --resume --out" ]
	. "$study"
	part="$out/.$shard.$$.$(uname -n)"
	echo "shard $shard of $of" >"$part"
	mv "$part" "$out/$(printf "shard-%04d-of-%04d.db" "$shard" "$of")"
	;;
"merge 4")
	[ "$3" = -o ]
	cat "$2"/shard-*.db >"$4.part"
	mv "$4.part" "$4"
	;;
*)
	echo "halocline.sh: $*" >&2
	exit 2
	;;
esac
