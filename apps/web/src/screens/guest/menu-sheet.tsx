import { GUEST_LANGUAGE_CODES, LANGUAGES, type Language } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#features/guest-link/browser.ts'
import { LazyThemeChoice } from '#features/profile/lazy-theme-choice.tsx'
import { chooseAndStoreLanguage, currentLanguage } from '#i18n/language.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './guest-menu.module.css'

/** A sheet with the language choice and help. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLDialogElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => sheet.current?.showModal(), [])
  const close = () => sheet.current?.close()
  const choose = async (language: Language) => {
    try {
      await chooseAndStoreLanguage(language)
      setFailed(false)
      close()
    } catch {
      setFailed(true)
    }
  }
  return (
    <dialog ref={sheet} className={styles.sheet} aria-label={t('header.menuShort')} onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('menu.language')}</h2>
        <IconButton icon="close" label={t('header.closeMenu')} onClick={close} />
      </div>
      {hasFailed && (
        <p className={styles.failure} role="alert">
          {t('errors.network')}
        </p>
      )}
      <ul className={styles.list}>
        {GUEST_LANGUAGE_CODES.map((code) => (
          <li key={code}>
            <button
              type="button"
              className={styles.row}
              lang={LANGUAGES[code].tag}
              aria-current={code === currentLanguage() || undefined}
              onClick={() => void choose(code)}
            >
              <span>{LANGUAGES[code].name}</span>
              {code === currentLanguage() && <Icon name="check" size={20} />}
            </button>
          </li>
        ))}
      </ul>
      <LazyThemeChoice />
      <a className={styles.row} href={pageConfig.supportUrl} target="_blank" rel="noreferrer">
        <span>{t('menu.support')}</span>
        <Icon name="outward" size={18} />
      </a>
    </dialog>
  )
}
