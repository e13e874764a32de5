import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'

const PROGRAM = join(REPOSITORY_ROOT, 'apps', 'matter', 'dist', 'main.js')

/** Starts the built Matter process. It is given no setting and no secret but what it is sent. */
export const startMatter = (): ChildProcess =>
  fork(PROGRAM, [], { env: { NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
