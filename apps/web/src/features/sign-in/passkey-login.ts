import type { TFunction } from 'i18next'
import { accountsApi, session } from '#features/account-model/accounts.ts'
import { secondStepRefusal } from '#features/account-model/second-step-rules.ts'
import { loadTexts } from '#i18n/language.ts'
import { askPasskey, PasskeyNotGiven } from './passkey-given.ts'

/** Logs in by a passkey alone. Returns what went wrong, in words; null once the account state has changed. */
export async function logInByPasskey(t: TFunction): Promise<string | null> {
  try {
    const [{ state, options }] = await Promise.all([accountsApi.startPasskeyLogin(), loadTexts('account')])
    await session.loginWithPasskey(state, await askPasskey(options))
    return null
  } catch (failure) {
    return refusalText(failure, t)
  }
}

function refusalText(failure: unknown, t: TFunction): string {
  if (failure instanceof PasskeyNotGiven) {
    const { host } = failure
    return host === null
      ? t('secondStep.noPasskey')
      : t('errors.passkeyElsewhere', { address: `https://${host}` })
  }
  switch (secondStepRefusal(failure)) {
    case 'wrong':
    case 'wrongPasskey':
      return t('secondStep.unknownPasskey')
    case 'over':
      return t('secondStep.over')
    case 'slowed':
      return t('errors.tooManyRequests')
    case 'network':
      return t('errors.network')
    case 'other':
      return t('errors.generic')
  }
}
