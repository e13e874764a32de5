import type { TFunction } from 'i18next'
import { showMessage } from '#core/messages.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { guardRefusal } from '#features/device-parts/guard-refusal.ts'
import { errorText } from '#i18n/error-text.ts'
import type { DoorProof } from './approvals.ts'

/** Asks for the passkey of the person for a door. Null if that failed, which is then shown, or was declined. */
export async function provePasskey(
  deviceId: string,
  t: TFunction,
): Promise<NonNullable<DoorProof['proof']> | null> {
  const passkeys = await import('#core/passkey.ts').catch(() => null)
  if (passkeys === null) {
    showMessage('error', t('errors.network'))
    return null
  }
  try {
    const { state, passkey } = await devicesApi.challengeUnlock(deviceId)
    return { state, credential: await passkeys.askPasskey(passkey) }
  } catch (failure) {
    const host = passkeys.rightHost(failure)
    if (host !== null) showMessage('error', t('errors.passkeyElsewhere', { address: `https://${host}` }))
    else if (!passkeys.wasDeclined(failure))
      showMessage(
        'error',
        guardRefusal(failure) === 'noPasskey' ? t('door.noPasskey') : errorText(failure, t),
      )
    return null
  }
}
