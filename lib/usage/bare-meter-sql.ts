/**
 * The stored meter of a task whose row cannot be read (`TaskMeter` as JSON, in its column `meter`): what names its hold stays,
 * the rest says nothing.
 */
export const bareMeterSql = `jsonb_build_object('id', coalesce(meter ->> 'id', ''), 'customerId', customer_id, 'apiKeyId', NULL,
          'apiKeyName', NULL, 'startedAt', created_at, 'amountNanos', '0')`
