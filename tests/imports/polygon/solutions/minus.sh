read a b || exit 1
echo "Sum: $((a - b))"
