object Crash {
  def main(words: Array[String]): Unit = {
    print("...\n...\n...\nX> ")
    val line = scala.io.StdIn.readLine() + "a"
    println(line.toInt)
  }
}
