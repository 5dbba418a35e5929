/*
 * Calls that fail on demand: allocations, and what the library asks of the kernel. The
 * linker puts these in the place of the real ones (tests.mk), so no code is changed.
 *
 * Without sanitizers the allocations of libyaml, PCRE2, jansson and the C library fail, too,
 * and those that are not given back are counted; with them only the library's own fail, and
 * the sanitizer tells of leaks.
 */
#ifndef FAULTS_FAULTS_H
#define FAULTS_FAULTS_H

/* Runs are slow then, and the sanitizer looks for leaks. */
#if defined __SANITIZE_ADDRESS__
#define FAULT_SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define FAULT_SANITIZED 1
#endif
#endif
#ifndef FAULT_SANITIZED
#define FAULT_SANITIZED 0
#endif

#include <stdbool.h>
#include <stddef.h>

#define FAULT_CALLS(CALL) \
	CALL(ALLOC, "allocation") CALL(OPEN, "open") CALL(READ, "read") \
	CALL(WRITE, "write") CALL(CLOSE, "close") CALL(STAT, "stat") \
	CALL(OPENDIR, "fdopendir") CALL(READDIR, "readdir") CALL(REALPATH, "realpath") \
	CALL(POLL, "poll") CALL(PIPE, "pipe") CALL(SEND, "send") CALL(WAIT, "waitpid") \
	CALL(SPAWN, "posix_spawn") CALL(SYNC, "fsync") CALL(RENAME, "rename") \
	CALL(UNLINK, "unlink")

enum fault_call {
#define CALL(name, text) FAULT_##name,
	FAULT_CALLS(CALL)
#undef CALL
	FAULTS
};

enum { FAULT_SHORT = -1 }; /* no error: one byte is read or written */

const char *fault_name(enum fault_call call);
/* From now on the nth use (from 0) of the call fails, and `times` in a row. */
void faults_arm(enum fault_call call, size_t nth, int error, size_t times);
/* Counts uses, and nothing fails. */
void faults_count(void);
/* How often the call was used since then. */
size_t faults_seen(enum fault_call call);
/* Nothing fails or is counted any more. */
void faults_end(void);
/* Allocations since the start of the program that were not given back; 0 when a sanitizer
 * looks after that. */
long faults_live(void);

#endif
