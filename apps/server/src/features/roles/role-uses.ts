import type { RoleUse } from '#features/activity/index.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { RoleStore } from './roles.store.ts'

interface RoleUsesOptions {
  store: Pick<RoleStore, 'markUsed'>
  /** Called when somebody uses a role for the first time. */
  begun(roleId: string): Promise<void>
  failed(error: unknown): void
}

/** Records when roles were last used. Only the newest use of each person is kept. */
export function createRoleUses({ store, begun, failed }: RoleUsesOptions) {
  const waiting = new Map<string, RoleUse>()

  const write = async (): Promise<void> => {
    for (const [key, use] of [...waiting]) {
      waiting.delete(key)
      if (await store.markUsed(use)) await begun(use.roleId)
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const task = createCoalescedTask(() => {
    writing = write().catch(failed)
    return writing
  })

  return {
    used(use: RoleUse) {
      waiting.set(`${use.roleId} ${use.accountId}`, use)
      task.request()
    },
    /** Resolves when all uses so far have been written. */
    async settle(): Promise<void> {
      await writing
      writing = writing.then(write).catch(failed)
      await writing
    },
    stop: task.stop,
  }
}
