.intel_syntax noprefix
.globl main
.data
b:.ascii "...\n...\n...\nX> "
a:.ascii "X won.\n"
n:.ascii "invalid.\n"
m:.ascii "tie.\n"
c:.byte 0
.text
main:xor r13d,r13d
xor r14d,r14d
xor r15d,r15d
jmp p
i:lea rsi,n[rip]
mov edx,9
call w
p:lea r12,b[rip]
mov rsi,r12
mov edx,15
call w
xor ebp,ebp
l:xor eax,eax
xor edi,edi
lea rsi,c[rip]
mov edx,1
syscall
test eax,eax
jz q
mov al,[rsi]
cmp al,10
je d
inc ebp
mov bl,al
jmp l
d:dec ebp
jnz i
movzx eax,bl
sub eax,48
cmp eax,9
jae i
mov ecx,eax
mov dl,3
div dl
add cl,al
bts r13d,ecx
jc i
mov al,[r12+12]
mov [r12+rcx],al
bts r14d,ecx
mov cl,5
v:cmp cl,2
je u
mov eax,r14d
mov edx,eax
shr edx,cl
and eax,edx
shr edx,cl
and eax,edx
jnz z
u:dec cl
jnz v
cmp r13d,0x777
je t
xchg r14d,r15d
xor byte ptr[r12+12],23
jmp p
t:lea rsi,m[rip]
mov edx,5
jmp f
z:mov al,[r12+12]
lea rsi,a[rip]
mov [rsi],al
mov edx,7
f:call w
q:mov eax,60
syscall
w:mov eax,1
mov edi,1
syscall
ret
