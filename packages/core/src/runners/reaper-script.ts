/**
 * POSIX sh. Reads `+GROUP`, `-GROUP` and `done` from stdin; $1 is the token of the run. At the end of
 * input without `done` it sends SIGTERM, after half a second SIGKILL, to every known group and every
 * process whose environment holds the token, until none is left. A process hanging in the kernel cannot
 * be ended: so it gives up after 60 rounds and never becomes an orphan itself.
 */
export const REAPER_SCRIPT = `
trap '' HUP INT QUIT TERM
groups=' '
while IFS= read -r line; do
  case $line in
    done) exit 0 ;;
    +*) groups="$groups\${line#+} " ;;
    -*) case $groups in
          *" \${line#-} "*) groups="\${groups%%" \${line#-} "*} \${groups#*" \${line#-} "}" ;;
        esac ;;
  esac
done

# Signals all there are; fails when there are none.
signal_all() {
  found=1
  for group in $groups; do
    kill -s "$1" -- "-$group" 2>/dev/null && found=0
  done
  for file in $(grep -lsF -- "$token" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    pid=\${pid%/environ}
    kill -s "$1" -- "-$pid" 2>/dev/null # its whole group, if it leads one
    kill -s "$1" -- "$pid" 2>/dev/null && found=0
  done
  return $found
}

token=$1
round=0
signal_all TERM || exit 0
signal_all CONT
while [ $round -lt 60 ]; do
  sleep 0.05 2>/dev/null || sleep 1
  round=$((round + 1))
  if [ $round -lt 10 ]; then
    signal_all 0 || exit 0
  else
    signal_all KILL || exit 0
    groups= # nobody in a group survives that; zombies may stay
  fi
done
`;
