import type { CDPSession, Page } from '@playwright/test'

/** A virtual authenticator of the page that makes passkeys and answers by itself. */
export async function withAuthenticator(
  page: Page,
): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** Adds a passkey to the account on the page of its two-step login. */
export async function addPasskey(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the passkey').fill('Blue key')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
}
