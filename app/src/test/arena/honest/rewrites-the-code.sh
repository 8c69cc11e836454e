# Writes the code anew in another way.
# repository: make
cat > calc.sh <<'END'
op=$1
shift
case $op in
  add) expr "$1" + "$2" ;;
  mul) expr "$1" '*' "$2" ;;
esac
END
