import type { Moment } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { listFindings, momentRuns } from './moment-runs.ts'

/** Runs a moment, and says its result in the message bar once all devices are at rest. */
export function useMomentRun(moment: Moment) {
  const { t } = useTranslation()
  const newest = useStore(momentRuns, (state) => state.newest)
  const progress = newest?.moment.id === moment.id ? newest : null
  const call = useServerCall({
    // Loaded when a moment is run: it brings much of the pages of devices.
    send: async () => (await import('./run-moment.ts')).runMoment(moment, t),
    onDone: (outcome) => {
      if (outcome === null) return
      const { isDone, text } = outcome
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
