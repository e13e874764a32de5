import { useLocation } from 'react-router'
import NotFoundScreen from '../not-found-screen.tsx'
import AddPasswordScreen from './add-password-screen.tsx'
import ConfirmAccountScreen from './confirm-account-screen.tsx'
import DeleteAccountScreen from './delete-account-screen.tsx'
import ResetPasswordScreen from './reset-password-screen.tsx'

const PAGES = new Map([
  ['/resetpassword', ResetPasswordScreen],
  ['/addpassword', AddPasswordScreen],
  ['/deleteaccount', DeleteAccountScreen],
  ['/confirmaccount', ConfirmAccountScreen],
])

/** The pages that e-mails lead to are one file: every other page would have to name each. */
export default function EmailedPages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
