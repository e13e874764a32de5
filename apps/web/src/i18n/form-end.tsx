import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import styles from './form-end.module.css'
import type { useForm } from './use-form.ts'
import { useServerCall } from './use-server-call.ts'

/** What a form edits. */
interface Existing {
  name: string
  /** Deletes it on the server; null where the form does not offer that. */
  remove: (() => Promise<unknown>) | null
  /** Reloads what shows it. */
  reload: () => Promise<unknown>
}

/**
 * The end of a form of `useForm`: what is done rarely (`rare`, and deleting after a question), Cancel, and Save. `existing` is null
 * for something new. `texts` has the words.
 */
export function FormEnd(props: {
  form: Pick<ReturnType<typeof useForm>, 'guard' | 'isSending'>
  texts: 'groups' | 'moments' | 'rooms' | 'scenarios'
  existing: Existing | null
  rare?: ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { texts, existing, onClose } = props
  const { guard, isSending } = props.form
  const [isAsked, setAsked] = useState(false)
  const removing = useServerCall({
    send: async () => existing?.remove?.(),
    onDone: async () => {
      guard.free()
      await existing?.reload()
      guard.leave(onClose)
    },
  })
  return (
    <>
      {existing !== null && existing.remove !== null && (
        <div className={styles.rare}>
          {props.rare}
          <Button variant="danger-text" onClick={() => setAsked(true)}>
            {t(`${texts}.delete`)}
          </Button>
        </div>
      )}
      <div className={styles.keys}>
        <Button onClick={onClose}>{t(`${texts}.cancel`)}</Button>
        <Button type="submit" variant="primary" loading={isSending}>
          {t(existing === null ? `${texts}.create` : `${texts}.save`)}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t(`${texts}.askDelete`, { name: existing?.name ?? '' })}
        text={t(`${texts}.deleteText`)}
        cancelLabel={t(`${texts}.cancel`)}
        confirmLabel={t(`${texts}.delete`)}
        loading={removing.isSending || removing.isDone}
        onCancel={() => setAsked(false)}
        onConfirm={() => removing.send()}
      />
    </>
  )
}
