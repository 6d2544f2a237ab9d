fun main() {
    print("...\n...\n...\nX> ")
    val line = readLine() + "a"
    println(line.toInt())
}
