import { LIMITS } from '@senca/contract'
import type { MqttNotice, MqttNoticeCode } from '@senca/contract/mqtt'
import type { Clock } from '#platform/clock.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import type { Logger } from '#platform/logger.ts'

/** The accounts whose notices are kept; those of the others are forgotten, the longest without a new one first. */
const ACCOUNTS = 1_000
const LOGGED = { burst: 1, everyMs: 60_000 }
const LOGGED_LENGTH = 100

/** What the server did not do for a client of an account. */
export interface NewNotice {
  code: MqttNoticeCode
  clientId?: string
  topic?: string
  detail: string
}

interface KeptNotice extends NewNotice {
  count: number
  firstAt: Date
  lastAt: Date
}

const shortened = (text: string | undefined) => text?.slice(0, LOGGED_LENGTH)

/** The newest notices of each account. They are lost with the process. */
export function createSpaceNotices({ clock, logger }: { clock: Clock; logger: Logger }) {
  const noticesByAccount = new Map<string, Map<string, KeptNotice>>()
  const logged = createKeyedRate(LOGGED)

  const log = (accountId: string, { code, clientId, topic, detail }: NewNotice) => {
    const omitted = logged.take(`${accountId} ${clientId ?? ''} ${code}`, clock.now().getTime())
    if (omitted === null) return
    const fields = {
      accountId,
      clientId: shortened(clientId),
      topic: shortened(topic),
      code,
      detail,
      omitted,
    }
    logger.info(fields, 'A client in a space of an account was limited')
  }

  return {
    add(accountId: string, notice: NewNotice) {
      log(accountId, notice)
      const now = clock.now()
      const notices = noticesByAccount.get(accountId) ?? new Map<string, KeptNotice>()
      const key = JSON.stringify([notice.code, notice.clientId, notice.topic])
      const known = notices.get(key)
      // The newest is the last one.
      notices.delete(key)
      notices.set(key, {
        ...notice,
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? now,
        lastAt: now,
      })
      for (const oldest of notices.keys()) {
        if (notices.size <= LIMITS.MQTT_NOTICES_SHOWN) break
        notices.delete(oldest)
      }
      noticesByAccount.delete(accountId)
      noticesByAccount.set(accountId, notices)
      for (const oldest of noticesByAccount.keys()) {
        if (noticesByAccount.size <= ACCOUNTS) break
        noticesByAccount.delete(oldest)
      }
    },
    /** The newest one comes first. */
    list: (accountId: string): MqttNotice[] =>
      [...(noticesByAccount.get(accountId)?.values() ?? [])]
        .reverse()
        .map(({ firstAt, lastAt, ...notice }) => ({
          ...notice,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
    forget: (accountId: string) => noticesByAccount.delete(accountId),
  }
}

export type SpaceNotices = ReturnType<typeof createSpaceNotices>
