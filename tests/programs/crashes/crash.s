.intel_syntax noprefix
.globl main
.data
b: .asciz "...\n...\n...\nX> "
.text
main:
  lea rsi, b[rip]
  mov edx, 15
  mov eax, 1
  mov edi, 1
  syscall
  xor eax, eax
  xor edi, edi
  mov edx, 1
  syscall
  mov [rdi], al
.section .note.GNU-stack
