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

/** The pages that e-mails lead to, and the one that asks for such an e-mail, are one file: every other page would have to name each. */
export default function EmailedPages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
