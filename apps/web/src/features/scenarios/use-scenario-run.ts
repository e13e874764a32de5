import type { Scenario } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { mayStillHappen } from '#features/device-model/commands/commands.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { scenariosApi } from './scenarios.api.ts'
import { reloadScenarios } from './scenarios.ts'

/** Runs a scenario now and says in the message bar how its commands were answered. */
export function useScenarioRun({ id, name }: Pick<Scenario, 'id' | 'name'>) {
  const { t } = useTranslation()
  return useServerCall({
    send: () => scenariosApi.run(id),
    onDone: async (results) => {
      const isOpen = results.some(mayStillHappen)
      const hasFailed = results.some((result) => result.status === 'error' && !mayStillHappen(result))
      const words = hasFailed ? 'scenarios.ranPart' : isOpen ? 'scenarios.ranUnconfirmed' : 'scenarios.ran'
      showMessage(hasFailed ? 'error' : 'success', t(words, { name }))
      await reloadScenarios()
    },
  })
}
