import type { HookKey, HookKeyInfo } from '@senca/contract/automation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import styles from './weather.module.css'
import { makeHookKey } from './weather.ts'

/** A line for a shell that reports a gust and a temperature. */
const curlLine = ({ url }: HookKey): string =>
  `curl -X POST -H 'content-type: application/json' -d '{"type":"weather","wind_gust":9.4,"temperature":21.5}' ${url}`

/** The key by which an own station reports, made or replaced; it is shown once. */
export function StationKey({ info }: { info: HookKeyInfo }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<HookKey | null>(null)
  const [isAsked, setAsked] = useState(false)
  const make = useServerCall({
    send: makeHookKey,
    onDone: (key) => {
      setMade(key)
      setAsked(false)
    },
  })
  const copy = async (line: string) => {
    try {
      await navigator.clipboard.writeText(line)
      showMessage('success', t('weather.copied'))
    } catch {
      // A page that came by plain HTTP has no clipboard, and a browser may refuse it.
      showMessage('error', t('weather.notCopied'))
    }
  }
  return (
    <section className={styles.part}>
      <h2>{t('weather.stationHead')}</h2>
      <p>{t('weather.stationText')}</p>
      {made === null ? (
        info.createdAt !== null && (
          <p className={styles.note}>
            {t('weather.keySince', { when: fullMoment(new Date(info.createdAt), pageTag()) })}
          </p>
        )
      ) : (
        <>
          <p>{t('weather.keyOnce')}</p>
          <pre className={styles.line}>{curlLine(made)}</pre>
          <Button icon="copy" onClick={() => copy(curlLine(made))}>
            {t('weather.copy')}
          </Button>
        </>
      )}
      <div>
        <Button
          variant={info.exists ? 'quiet' : 'primary'}
          loading={make.isSending}
          onClick={() => (info.exists ? setAsked(true) : make.send())}
        >
          {t(info.exists ? 'weather.replaceKey' : 'weather.makeKey')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('weather.askReplace')}
        text={t('weather.askReplaceText')}
        cancelLabel={t('weather.cancel')}
        confirmLabel={t('weather.replaceKey')}
        loading={make.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => make.send()}
      />
    </section>
  )
}
