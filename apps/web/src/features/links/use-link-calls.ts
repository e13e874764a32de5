import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { freezeQuery, linkKeys } from './links.queries.ts'
import { linksApi } from './links.ts'

/** Runs a call that changes what is shared, says how it went, and loads everything about links again. */
function useChange() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = async (call: () => Promise<unknown>, doneText: string): Promise<void> => {
    setBusy(true)
    try {
      await call()
      showMessage('success', doneText)
    } catch (failure) {
      showMessage('error', errorText(failure, t))
    }
    await client.invalidateQueries({ queryKey: linkKeys.all })
    setBusy(false)
  }
  return { isBusy, change }
}

/** Takes a link away; `doneText` says so, also where somebody else was faster. */
export function useLinkRemoval(doneText: string) {
  const { isBusy, change } = useChange()
  return { isBusy, remove: (token: string) => change(() => removeOnce(token), doneText) }
}

async function removeOnce(token: string): Promise<void> {
  try {
    await linksApi.remove(token)
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.error === 'resource_not_found')) throw failure
  }
}

/** Whether the server refuses because the account is not confirmed. */
export const isUnconfirmed = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.error === 'account_confirmation_required'

/** Whether the account may share, by what the server last said; before that by what the page believes. */
export function useMayShare(believed: boolean): boolean {
  const { data, error } = useQuery(freezeQuery(linksApi))
  if (isUnconfirmed(error)) return false
  return data !== undefined || believed
}

/** Whether all sharing is frozen (undefined while that is not known), and the call that freezes or lifts it. */
export function useFreeze() {
  const { t } = useTranslation()
  const { isBusy, change } = useChange()
  const { data: isFrozen } = useQuery(freezeQuery(linksApi))
  return {
    isFrozen,
    isBusy,
    freeze: (frozen: boolean) =>
      change(() => linksApi.freeze(frozen), t(frozen ? 'freeze.done' : 'freeze.lifted')),
  }
}
