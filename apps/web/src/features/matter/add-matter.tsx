import { type MatterReason, matterCodeSchema } from '@senca/contract/matter'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { Form } from '#i18n/form.tsx'
import { useForm } from '#i18n/use-form.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './matter.module.css'
import { matterApi, progressQuery, reloadNodes } from './matter.ts'

interface Draft {
  code: string
}
type CodeError = 'codeInvalid' | 'busy'

/** The code without what a person types around it. */
const codeOf = ({ code }: Draft): string => code.trim().toUpperCase()

/** Adds a Matter device by the second code of the app that it is in. */
export function AddMatter() {
  const { t } = useTranslation()
  const [adding, setAdding] = useState<{ id: string; code: string } | null>(null)
  if (adding === null) return <CodeForm onAdding={setAdding} />
  return (
    <Progress
      key={adding.id}
      id={adding.id}
      again={async (allowUncertified) =>
        setAdding({ ...adding, id: await matterApi.add(adding.code, allowUncertified) })
      }
      onOther={() => setAdding(null)}
      otherLabel={t('matter.another')}
    />
  )
}

function CodeForm({ onAdding }: { onAdding: (adding: { id: string; code: string }) => void }) {
  const { t } = useTranslation()
  const form = useForm<Draft, CodeError, { id: string; code: string }>({
    opened: { code: '' },
    validate: (draft) => (matterCodeSchema.safeParse(codeOf(draft)).success ? {} : { code: 'codeInvalid' }),
    refusalOf: (failure) =>
      failure instanceof ApiFailure &&
      (failure.error === 'device_busy' || failure.error === 'too_many_requests')
        ? { code: 'busy' }
        : null,
    textOf: (error) => t(`matter.error.${error}`),
    send: async (draft) => ({ id: await matterApi.add(codeOf(draft), false), code: codeOf(draft) }),
    onSaved: (adding) => onAdding(adding),
  })
  return (
    <Form form={form} className={styles.form}>
      <Field
        name="code"
        label={t('matter.code')}
        hint={t('matter.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={form.values.code}
        error={form.errorOf('code')}
        onChange={({ target }) => form.change({ code: target.value })}
      />
      <div>
        <Button type="submit" variant="primary" wide loading={form.isSending}>
          {t('matter.add')}
        </Button>
      </div>
    </Form>
  )
}

interface ProgressProps {
  id: string
  again: (allowUncertified: boolean) => Promise<void>
  onOther: () => void
  otherLabel: string
}

function Progress({ id, again, onOther, otherLabel }: ProgressProps) {
  const { t } = useTranslation()
  const { data: { status, reason } = { status: 'searching', reason: undefined }, isError } = useQuery(
    progressQuery(id),
  )
  const retry = useServerCall({ send: again })
  const isDone = status === 'done'
  const hasFailed = status === 'failed' || isError
  useEffect(() => {
    if (isDone) void reloadNodes()
  }, [isDone])
  return (
    <div className={styles.form}>
      <p className={styles.state} data-on={isDone ? 'true' : hasFailed ? 'bad' : 'false'} role="status">
        {isDone ? <Icon name="check" /> : hasFailed ? <Icon name="alert" /> : <Spinner size="small" />}
        <span>{hasFailed ? t(`matter.reason.${reason ?? 'timeout'}`) : t(`matter.status.${status}`)}</span>
      </p>
      {hasFailed && <p className={styles.note}>{t(`matter.help.${reason ?? 'timeout'}`)}</p>}
      {isDone && (
        <div className={styles.keys}>
          <ButtonLink to="/newdevices" variant="primary">
            {t('matter.toDevices')}
          </ButtonLink>
          <Button variant="quiet" onClick={onOther}>
            {otherLabel}
          </Button>
        </div>
      )}
      {hasFailed && (
        <div className={styles.keys}>
          {canRepeat(reason) && (
            <Button loading={retry.isSending} onClick={() => retry.send(false)}>
              {t('matter.again')}
            </Button>
          )}
          <Button variant="quiet" onClick={onOther}>
            {t('matter.otherCode')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={hasFailed && reason === 'uncertified' && retry.failure === null}
        title={t('matter.uncertified.title')}
        text={t('matter.uncertified.text')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('matter.uncertified.add')}
        loading={retry.isSending}
        onCancel={onOther}
        onConfirm={() => retry.send(true)}
      />
    </div>
  )
}

/** A wrong code stays wrong; another device keeps the code of one that is in use. */
const canRepeat = (reason: MatterReason | undefined): boolean =>
  reason !== 'wrong_code' && reason !== 'already_in_use' && reason !== 'uncertified'
