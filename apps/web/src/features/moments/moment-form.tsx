import { LIMITS } from '@senca/contract'
import {
  type Moment,
  type MomentStep,
  momentCreateRequestSchema,
  type Scenario,
} from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf } from '#core/changes.ts'
import { Form } from '#i18n/form.tsx'
import { FormEnd } from '#i18n/form-end.tsx'
import { fieldErrorsOf, useForm } from '#i18n/use-form.ts'
import { Field } from '#ui/forms/field.tsx'
import styles from './moment-form.module.css'
import { momentsApi, reloadMoments } from './moments.ts'
import { StepFields } from './step-fields.tsx'

type MomentError = 'nameNeeded' | 'nameInUse' | 'stepsNeeded' | 'scenarioGone'

/** Server errors that are shown at the field that caused them. */
const BY_REFUSAL: ReadonlyMap<string, { name: MomentError } | { steps: MomentError }> = new Map([
  ['device_name_in_use', { name: 'nameInUse' }],
  ['resource_not_found', { steps: 'scenarioGone' }],
])

/** What the schema refuses of a field. */
const BY_SCHEMA: Readonly<Record<string, MomentError>> = { name: 'nameNeeded', steps: 'stepsNeeded' }

/** A form for the name and the steps of a moment, which is null for a new one; it then starts from `start`. */
export function MomentForm(props: {
  moment: Moment | null
  start: { name: string; steps: readonly MomentStep[] }
  scenarios: readonly Scenario[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { moment, scenarios, onClose } = props
  const opened = { name: moment?.name ?? props.start.name, steps: [...(moment?.steps ?? props.start.steps)] }
  const form = useForm<typeof opened, MomentError, void>({
    opened,
    validate: (values) => fieldErrorsOf(momentCreateRequestSchema, values, BY_SCHEMA),
    refusalOf: (failure) => (failure instanceof ApiFailure && BY_REFUSAL.get(failure.error)) || null,
    textOf: (error) => t(`moments.${error}`),
    async send({ name, steps }) {
      const given = { name: name.trim(), steps }
      if (moment === null) await momentsApi.create(given)
      else await momentsApi.update({ id: moment.id, ...changesOf(opened, given) })
      await reloadMoments()
    },
    onSaved: (_, leave) => leave(onClose),
  })
  const { values } = form
  return (
    <Form form={form} className={styles.form}>
      <StepFields
        steps={values.steps}
        scenarios={scenarios}
        error={form.errorOf('steps')}
        onChange={(steps) => form.change({ steps })}
      />
      <Field
        label={t('moments.name')}
        name="moment-name"
        autoComplete="off"
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={values.name}
        error={form.errorOf('name')}
        onChange={(event) => form.change({ name: event.target.value })}
      />
      <FormEnd
        form={form}
        texts="moments"
        existing={
          moment && {
            name: moment.name,
            remove: () => momentsApi.remove(moment.id),
            reload: reloadMoments,
          }
        }
        onClose={onClose}
      />
    </Form>
  )
}
