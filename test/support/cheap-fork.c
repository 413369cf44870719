/*
 * Replaces fork() where Node starts a program. The kernel copies the page tables of a process that forks, and of a test
 * runner's worker these are large: it cost more than the git that was started. Here the child borrows the memory of its
 * parent until it executes the program, as with vfork(). It also borrows the stack, which libuv does not expect, so the
 * parent gets back what lay on it, and its environment.
 */
#include <stdlib.h>

__thread char saved_stack[8192] __attribute__((tls_model("initial-exec")));

__asm__(
    ".pushsection .text\n"
    ".globl fork\n"
    ".type fork, @function\n"
    "fork:\n"
    "  mov saved_stack@gottpoff(%rip), %r8\n"
    "  add %fs:0, %r8\n"
    "  mov %r8, %rdi\n"
    "  mov %rsp, %rsi\n"
    "  mov $1024, %ecx\n"
    "  rep movsq\n"
    "  mov environ@GOTPCREL(%rip), %r9\n"
    "  mov (%r9), %r10\n"
    "  mov $56, %eax\n"        /* clone */
    "  mov $0x4111, %edi\n"    /* CLONE_VFORK | CLONE_VM | SIGCHLD */
    "  xor %esi, %esi\n"
    "  xor %edx, %edx\n"
    "  syscall\n"
    "  test %rax, %rax\n"
    "  jz 1f\n"
    "  mov %r10, (%r9)\n"
    "  mov %r8, %rsi\n"
    "  mov %rsp, %rdi\n"
    "  mov $1024, %ecx\n"
    "  rep movsq\n"
    "  test %rax, %rax\n"
    "  jns 1f\n"
    "  neg %rax\n"
    "  push %rax\n"
    "  call __errno_location@PLT\n"
    "  pop %rdx\n"
    "  mov %edx, (%rax)\n"
    "  mov $-1, %rax\n"
    "1: ret\n"
    ".popsection\n");

/* What the worker starts is not changed. */
__attribute__((constructor)) static void hide(void) { unsetenv("LD_PRELOAD"); }
