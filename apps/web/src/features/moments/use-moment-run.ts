import type { Moment } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { showMessage } from '#core/messages.ts'
import { knownDevices } from '#features/device-model/device-cache.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { listFindings, momentRuns, runMoment } from './moment-runs.ts'
import { outcomeText } from './moment-words.ts'

/** Runs a moment, and says its result in the message bar once all devices are at rest. */
export function useMomentRun(moment: Moment) {
  const { t } = useTranslation()
  const newest = useStore(momentRuns, (state) => state.newest)
  const progress = newest?.moment.id === moment.id ? newest : null
  const call = useServerCall({
    send: () => runMoment(moment),
    onDone: (over) => {
      if (over === null || over.run === null) return
      const { isDone, text } = outcomeText(over.run, knownDevices(queryClient), moment.name, t)
      showMessage(isDone ? 'success' : 'error', text, {
        isOfApp: true,
        action: isDone ? null : { label: t('moments.show'), run: listFindings },
      })
    },
  })
  return {
    progress,
    isRunning: call.isSending || (progress !== null && !progress.isOver),
    run: () => call.send(),
  }
}
