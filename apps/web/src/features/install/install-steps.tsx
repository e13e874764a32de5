import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './install.module.css'
import { askToInstall } from './install.ts'
import type { InstallWay } from './install-way.ts'

const IOS_STEPS = [
  ['share', 'install.ios.share'],
  ['plus', 'install.ios.add'],
  ['check', 'install.ios.open'],
] as const

/** Says how the app is installed in this browser. */
export function InstallSteps({ way, onClose }: { way: NonNullable<InstallWay>; onClose: () => void }) {
  const { t } = useTranslation()
  const isInApp = way === 'inAppApple' || way === 'inAppAndroid'
  const close = (
    <Button variant={way === 'prompt' || isInApp ? 'quiet' : 'primary'} onClick={onClose}>
      {t('install.close')}
    </Button>
  )
  const install = () => {
    askToInstall()
    onClose()
  }
  const copy = async () => {
    if (await copyText(location.origin)) showMessage('success', t('install.copied'))
    onClose()
  }
  return (
    <Dialog
      open
      title={t('install.title')}
      text={way === 'ios' ? t('install.ios.why') : t(`install.${way}`)}
      onCancel={onClose}
      actions={
        <>
          {close}
          {way === 'prompt' && <Button onClick={install}>{t('install.action')}</Button>}
          {isInApp && <Button onClick={() => void copy()}>{t('install.copy')}</Button>}
        </>
      }
    >
      {way === 'ios' && (
        <>
          <ol className={styles.steps}>
            {IOS_STEPS.map(([icon, text]) => (
              <li key={icon}>
                <Icon name={icon} size={24} />
                <span>{t(text)}</span>
              </li>
            ))}
          </ol>
          <p className={styles.note}>{t('install.ios.again')}</p>
        </>
      )}
      {way === 'http' && (
        <a className={styles.link} href={helpAddress()} rel="noreferrer">
          {t('install.help')}
        </a>
      )}
    </Dialog>
  )
}

/** The docs about https stand beside those that the operator names as help. */
const helpAddress = (): string =>
  /\/docs\/README\.md/.test(pageConfig.supportUrl)
    ? pageConfig.supportUrl.replace(/\/docs\/README\.md.*/, '/docs/start/https.md')
    : pageConfig.supportUrl
