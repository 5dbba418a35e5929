/* tools/git-hook.sh, compiled in; @PROGRAM@ stands for the program, quoted for a shell. */
#ifndef GIT_HOOK_H
#define GIT_HOOK_H

extern const char git_hook_text[];

#endif
