import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '@senca/e2e/product/processes.ts'
import { createCoalescedTask } from '@senca/server/coalesced-task'

const SCRIPT = join(ROOT, 'deploy/mosquitto/keep-logins.sh')

/** Copies the file with the logins of Mosquitto after each change and restores it, as the units of `deploy/systemd` do. */
export function keepLogins(file: string) {
  const run = async (action: 'keep' | 'restore'): Promise<void> => {
    await promisify(execFile)(SCRIPT, [action, file])
  }
  const copying = createCoalescedTask(() => run('keep'))
  const watcher = watch(dirname(file), (_event, name) => {
    if (name === basename(file)) copying.request()
  })
  return {
    restore: () => run('restore'),
    stop() {
      watcher.close()
      copying.stop()
    },
  }
}
