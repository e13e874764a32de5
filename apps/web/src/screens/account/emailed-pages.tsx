/**
 * The pages of e-mailed links and the page that requests such an e-mail share one chunk; with separate chunks every other page
 * would have to list all of them.
 */
export { default as AddPasswordScreen } from './add-password-screen.tsx'
export { default as ConfirmAccountScreen } from './confirm-account-screen.tsx'
export { default as DeleteAccountScreen } from './delete-account-screen.tsx'
export { default as ForgottenPasswordScreen } from './forgotten-password-screen.tsx'
export { default as ResetPasswordScreen } from './reset-password-screen.tsx'
