import type { DeviceCommand } from '@senca/contract'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { showMessage } from '#core/messages.ts'
import { deviceKeys, knownDevices } from '#features/device-model/device-cache.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { codeText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { type Finding, findingsOf } from './findings.ts'
import styles from './findings-dialog.module.css'
import { closeFindings, type MomentProgress, momentRuns } from './moment-runs.ts'
import { findingText, outcomeText } from './moment-words.ts'

/** What the newest run left undone, each with the key that does it. It follows the devices while it is open. */
export function FindingsDialog() {
  const { newest, isListed } = useStore(momentRuns)
  if (newest === null || newest.run === null || !isListed) return null
  return <Findings moment={newest.moment} run={newest.run} />
}

function Findings({
  moment,
  run,
}: {
  moment: MomentProgress['moment']
  run: NonNullable<MomentProgress['run']>
}) {
  const { t } = useTranslation()
  useDeviceChanges()
  const devices = knownDevices(queryClient)
  const findings = findingsOf(run, devices)
  return (
    <Dialog
      open
      title={findings.length === 0 ? outcomeText(run, devices, moment.name, t).text : moment.name}
      onCancel={closeFindings}
      actions={
        <Button variant="primary" onClick={closeFindings}>
          {t('moments.close')}
        </Button>
      }
    >
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={`${finding.device.id} ${finding.why}`} className={styles.finding}>
            <span>{findingText(finding, t)}</span>
            {finding.commands.length > 0 && <FindingKey finding={finding} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const KEY_WORDS = { move: 'move', lock: 'lock', light_apply: 'light' } as const
type Keyed = keyof typeof KEY_WORDS
const isKeyed = (name: DeviceCommand['command']): name is Keyed => Object.hasOwn(KEY_WORDS, name)

function FindingKey({ finding: { device, why, commands } }: { finding: Finding }) {
  const { t } = useTranslation()
  const { id: token, name } = device
  const call = useServerCall({
    send: async () => {
      // One after the other: a call names a device once.
      for (const command of commands) {
        const [result] = await devicesApi.moveAll([{ token, ...command }])
        if (result?.status === 'error')
          return showMessage('error', codeText(result.error, result.error_description, t))
      }
    },
  })
  const [first] = commands
  const kind = first !== undefined && isKeyed(first.command) ? KEY_WORDS[first.command] : 'move'
  const words =
    kind === 'move'
      ? why === 'notOpen'
        ? 'open'
        : why === 'notIn'
          ? 'bringIn'
          : why === 'notClosed'
            ? 'close'
            : 'again'
      : kind
  return (
    <Button
      aria-label={`${t(`moments.key.${words}`)}: ${name}`}
      loading={call.isSending}
      isCommand
      onClick={() => call.send()}
    >
      {t(`moments.key.${words}`)}
    </Button>
  )
}

let changes = 0

/** Renders again when a device of the home changes. */
function useDeviceChanges(): void {
  useSyncExternalStore(subscribe, () => changes)
}

const subscribe = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[1] !== deviceKeys.every[1]) return
    changes += 1
    listener()
  })
