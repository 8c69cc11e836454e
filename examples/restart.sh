#!/bin/sh
# A restart loop from the shell: an agent that fails, then does nothing, then says DONE, while a check keeps it honest.
# Usage: examples/restart.sh        (RALPH names another ralph than the one beside this folder)
set -eu
ralph=${RALPH:-$(CDPATH= cd "$(dirname "$0")/.." && pwd)/ralph}
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cd "$project"

cat > agent <<'AGENT'
#!/bin/sh
# Any program can be the agent: the prompt is on standard input, its place in the environment.
cat > /dev/null
echo working >> progress.txt
case $(wc -l < progress.txt) in
    1) echo "no luck" >&2; exit 1 ;;
    2) echo "nothing to report" ;;
    *) echo "Task completed successfully" > "$TASK_FOLDER/DONE" ;;
esac
AGENT
chmod +x agent

"$ralph" run --task task-001 --prompt "Write three lines to progress.txt" \
    --max-restarts 10 --restart-delay 100ms --check 'test $(wc -l < progress.txt) -ge 3' -- ./agent

echo "--- what the bus of the task says"
grep -E '^(starting|agent failed|run |task )' .ralph/tasks/task-001/TASK-MESSAGE-BUS.md | sed "s|$project|PROJECT|"
