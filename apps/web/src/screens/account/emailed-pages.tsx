import { useLocation } from 'react-router'
import NotFoundScreen from '../not-found-screen.tsx'
import AddPasswordScreen from './add-password-screen.tsx'
import ConfirmAccountScreen from './confirm-account-screen.tsx'
import DeleteAccountScreen from './delete-account-screen.tsx'
import ForgottenPasswordScreen from './forgotten-password-screen.tsx'
import ResetPasswordScreen from './reset-password-screen.tsx'

const PAGES = new Map([
  ['/forgottenpassword', ForgottenPasswordScreen],
  ['/resetpassword', ResetPasswordScreen],
  ['/addpassword', AddPasswordScreen],
  ['/deleteaccount', DeleteAccountScreen],
  ['/confirmaccount', ConfirmAccountScreen],
])

/**
 * The pages of e-mailed links and the page that requests such an e-mail share one chunk; with separate chunks every other page
 * would have to list all of them.
 */
export default function EmailedPages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
