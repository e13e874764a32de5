import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { freezeQuery, linkKeys } from './links.queries.ts'
import { linksApi } from './links.ts'

interface Change<Input> {
  send: (input: Input) => Promise<unknown>
  doneText: (input: Input) => string
  /** Called when the change is done or was refused. */
  onEnd: () => void
}

/** A change of links. All link data is reloaded afterwards, even if the change was refused. */
function useChange<Input>({ send, doneText, onEnd }: Change<Input>) {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: linkKeys.all })
  return useServerCall({
    send,
    onDone: async (_, input) => {
      showMessage('success', doneText(input))
      await reload()
      onEnd()
    },
    onFailure: () => {
      void reload()
      onEnd()
      return undefined
    },
  })
}

/** Removes a link. `doneText` is shown on success, also if somebody else has already removed it. */
export const useLinkRemoval = (doneText: string, onEnd: () => void) =>
  useChange({ send: removeOnce, doneText: () => doneText, onEnd })

async function removeOnce(token: string): Promise<void> {
  try {
    await linksApi.remove(token)
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.error === 'resource_not_found')) throw failure
  }
}

/** Whether the account may share, according to the server's last answer; before the first answer the parameter `cached`. */
export function useMayShare(cached: boolean): boolean {
  const { data, error } = useQuery(freezeQuery(linksApi))
  if (isUnconfirmed(error)) return false
  return data !== undefined || cached
}

/** Whether all sharing is frozen (undefined while unknown), and the call that freezes or resumes it. */
export function useFreeze(onEnd: () => void) {
  const { t } = useTranslation()
  const { data: isFrozen } = useQuery(freezeQuery(linksApi))
  const change = useChange({
    send: (frozen: boolean) => linksApi.freeze(frozen),
    doneText: (frozen) => t(frozen ? 'freeze.done' : 'freeze.lifted'),
    onEnd,
  })
  return { isFrozen, isBusy: change.isSending, freeze: change.send }
}
