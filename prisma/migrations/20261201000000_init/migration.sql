-- Every table as of version 0.1.0. Functions are in prisma/sql.

-- CreateTable
CREATE TABLE "alert_settings" (
    "customer_id" TEXT NOT NULL,
    "low_balance" BOOLEAN NOT NULL DEFAULT true,
    "threshold_nanos" BIGINT NOT NULL DEFAULT 5000000000,
    "key_limits" BOOLEAN NOT NULL DEFAULT true,
    "email" BOOLEAN NOT NULL DEFAULT true,
    "email_address" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_settings_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "emailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "low_balances" (
    "customer_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "low_balances_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "alert_watermarks" (
    "name" TEXT NOT NULL,
    "seen_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_watermarks_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "scopes" TEXT[],
    "default_chat_model" TEXT,
    "default_image_model" TEXT,
    "default_video_model" TEXT,
    "routing" JSONB NOT NULL,
    "allowed_models" TEXT[],
    "limits_models" BOOLEAN NOT NULL DEFAULT false,
    "limit_nanos" BIGINT,
    "limit_reset" TEXT,
    "rate_limit_rpm" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_former_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_key_former_secrets_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateTable
CREATE TABLE "benchmark_runs" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "suites" JSONB NOT NULL,
    "concurrency" INTEGER NOT NULL DEFAULT 4,
    "max_tokens" INTEGER,
    "max_cost_nanos" BIGINT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "sealed_key" BYTEA,
    "take" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "owns_key" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "benchmark_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_results" (
    "run_id" TEXT NOT NULL,
    "suite_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "answer" TEXT,
    "request_id" TEXT,
    "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
    "completion_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_nanos" BIGINT NOT NULL DEFAULT 0,
    "latency_ms" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benchmark_results_pkey" PRIMARY KEY ("run_id","suite_id","item_id")
);

-- CreateTable
CREATE TABLE "benchmark_scores" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "samples" INTEGER,
    "low" DOUBLE PRECISION,
    "high" DOUBLE PRECISION,
    "source" TEXT NOT NULL,
    "source_url" TEXT,
    "licence" TEXT,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "is_ranked" BOOLEAN NOT NULL DEFAULT true,
    "run_id" TEXT,
    "cost_nanos" BIGINT,
    "latency_p50_ms" INTEGER,
    "providers" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benchmark_scores_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balances" (
    "customer_id" TEXT NOT NULL,
    "balance_nanos" BIGINT NOT NULL DEFAULT 0,
    "held_nanos" BIGINT NOT NULL DEFAULT 0,
    "purchased_nanos" BIGINT NOT NULL DEFAULT 0,
    "used_nanos" BIGINT NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "debit_account" TEXT NOT NULL,
    "credit_account" TEXT NOT NULL,
    "amount_nanos" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "holds" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "amount_nanos" BIGINT NOT NULL,
    "limited" BOOLEAN NOT NULL DEFAULT false,
    "period_start" TIMESTAMPTZ(3),
    "instance_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "holds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_spend" (
    "api_key_id" TEXT NOT NULL,
    "total_nanos" BIGINT NOT NULL DEFAULT 0,
    "period_start" TIMESTAMPTZ(3),
    "period_nanos" BIGINT NOT NULL DEFAULT 0,
    "held_nanos" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_spend_pkey" PRIMARY KEY ("api_key_id")
);

-- CreateTable
CREATE TABLE "callback_settings" (
    "customer_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "alert_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_settings_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "callback_former_secrets" (
    "customer_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_former_secrets_pkey" PRIMARY KEY ("customer_id","sealed_secret")
);

-- CreateTable
CREATE TABLE "callback_deliveries" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "task_id" TEXT,
    "url" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "attempts_before" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "callback_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_millis" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB,
    "response_head" TEXT,

    CONSTRAINT "callback_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "providers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "adapter" TEXT NOT NULL,
    "base_url" TEXT,
    "api_key_env" TEXT,
    "policies" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "source" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "base_url_env" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "models" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "description" TEXT,
    "owned_by" TEXT NOT NULL,
    "context_length" INTEGER,
    "max_output_tokens" INTEGER,
    "supported_parameters" TEXT[],
    "capabilities" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'builtin',
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "models_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routes" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "upstream_id" TEXT NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "weight" INTEGER NOT NULL DEFAULT 1,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "context_length" INTEGER,
    "max_output_tokens" INTEGER,
    "source" TEXT NOT NULL DEFAULT 'builtin',
    "withdrawn_at" TIMESTAMPTZ(3),
    "operator_priority" INTEGER,
    "operator_weight" INTEGER,
    "supported_parameters" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "routes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prices" (
    "id" TEXT NOT NULL,
    "route_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "pricing" JSONB NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'builtin',

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_seeds" (
    "id" TEXT NOT NULL,
    "inputs_hash" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_seeds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_probes" (
    "provider_id" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "failures_in_a_row" INTEGER NOT NULL,
    "fault" TEXT,

    CONSTRAINT "provider_probes_pkey" PRIMARY KEY ("provider_id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "suspended_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "erase_at" TIMESTAMPTZ(3),

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "session_generation" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "user_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "email_changes" (
    "user_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "oauth_accounts" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_accounts_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "subject" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "window_ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "ended_sessions" (
    "id" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "image_tasks" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "prompt" TEXT,
    "settings" JSONB NOT NULL,
    "routes" JSONB NOT NULL,
    "source_upload_id" TEXT,
    "mask_upload_id" TEXT,
    "idempotency_key" TEXT,
    "run" INTEGER NOT NULL DEFAULT 0,
    "meter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "made" JSONB,
    "cost_nanos" BIGINT,
    "error" JSONB,
    "settlement" JSONB,
    "settled_at" TIMESTAMPTZ(3),
    "claim_token" TEXT,
    "claim_until" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "admitted_at" TIMESTAMPTZ(3),

    CONSTRAINT "image_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "image_outputs" (
    "task_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "revised_prompt" TEXT,
    "object_id" TEXT,
    "object_expires_at" TIMESTAMPTZ(3),
    "body" BYTEA,

    CONSTRAINT "image_outputs_pkey" PRIMARY KEY ("task_id","position")
);

-- CreateTable
CREATE TABLE "objects" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "file_name" TEXT,
    "needs_signature" BOOLEAN NOT NULL,
    "size_bytes" BIGINT,
    "sha256" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sweep_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "objects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_email" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_checks" (
    "id" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "findings" JSONB,
    "instance_id" TEXT,

    CONSTRAINT "ledger_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "inner_id" INTEGER NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "credit_nanos" BIGINT NOT NULL,
    "locale" TEXT NOT NULL,
    "buyer_name" TEXT NOT NULL,
    "buyer_email" TEXT NOT NULL,
    "stripe_customer_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "failure" TEXT,
    "session_id" TEXT,
    "checkout_url" TEXT,
    "payment" TEXT NOT NULL DEFAULT 'open',
    "payment_intent_id" TEXT,
    "invoice_id" TEXT,
    "invoice_number" TEXT,
    "charged_cents" INTEGER NOT NULL DEFAULT 0,
    "tax_cents" INTEGER NOT NULL DEFAULT 0,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "dispute" TEXT,
    "disputed_cents" INTEGER NOT NULL DEFAULT 0,
    "refund_taken_nanos" BIGINT NOT NULL DEFAULT 0,
    "dispute_taken_nanos" BIGINT NOT NULL DEFAULT 0,
    "last_ticket" INTEGER NOT NULL DEFAULT 0,
    "applied_ticket" INTEGER NOT NULL DEFAULT 0,
    "next_look_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "order_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "hint" JSONB,
    "payment_intent_id" TEXT,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events_read" (
    "gateway" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_events_read_pkey" PRIMARY KEY ("gateway")
);

-- CreateTable
CREATE TABLE "stripe_customers" (
    "customer_id" TEXT NOT NULL,
    "stripe_id" TEXT NOT NULL,

    CONSTRAINT "stripe_customers_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "instances" (
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "steady_since" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "customer_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "headers" JSONB,
    "body" BYTEA,
    "locked_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("customer_id","path","key")
);

-- CreateTable
CREATE TABLE "portrait_groups" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "project_name" TEXT NOT NULL,
    "vault_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portrait_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portrait_assets" (
    "id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "asset_type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "object_id" TEXT,
    "mime_type" TEXT,
    "vault_id" TEXT,
    "failed_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portrait_assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portrait_validations" (
    "token_digest" BYTEA NOT NULL,
    "customer_id" TEXT NOT NULL,
    "project_name" TEXT NOT NULL,
    "callback_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "phone_digest" BYTEA,
    "vault_token" BYTEA,
    "group_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "vault_id" TEXT,

    CONSTRAINT "portrait_validations_pkey" PRIMARY KEY ("token_digest")
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "purpose" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "content_length" INTEGER NOT NULL,
    "content_md5" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "url_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "task_id" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "sweep_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_records" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "api_key_name" TEXT,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
    "cached_tokens" INTEGER NOT NULL DEFAULT 0,
    "completion_tokens" INTEGER NOT NULL DEFAULT 0,
    "reasoning_tokens" INTEGER NOT NULL DEFAULT 0,
    "images" INTEGER NOT NULL DEFAULT 0,
    "video_millis" INTEGER NOT NULL DEFAULT 0,
    "cost_nanos" BIGINT NOT NULL,
    "price_id" TEXT,
    "usage_source" TEXT NOT NULL,
    "finish_reason" TEXT,
    "error_code" TEXT,
    "latency_ms" INTEGER NOT NULL,
    "ttft_ms" INTEGER,
    "task_id" TEXT,
    "attempts" JSONB,
    "image_quality" TEXT,
    "video_rate" TEXT,
    "cache_write_hour_tokens" INTEGER NOT NULL DEFAULT 0,
    "cache_write_tokens" INTEGER NOT NULL DEFAULT 0,
    "web_searches" INTEGER NOT NULL DEFAULT 0,
    "audio_tokens" INTEGER NOT NULL DEFAULT 0,
    "service_tier" TEXT,

    CONSTRAINT "usage_records_pkey" PRIMARY KEY ("customer_id","created_at","id")
) PARTITION BY RANGE ("created_at");

-- CreateTable
CREATE TABLE "usage_tallies" (
    "customer_id" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "model_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "cost_nanos" BIGINT NOT NULL,
    "latency_millis" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity'::timestamptz,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'infinity'::timestamptz,

    CONSTRAINT "usage_tallies_pkey" PRIMARY KEY ("customer_id","quarter","model_id","api_key_id")
);

-- CreateTable
CREATE TABLE "usage_rollups" (
    "customer_id" TEXT NOT NULL,
    "grain" TEXT NOT NULL,
    "cut" TEXT NOT NULL,
    "start" TIMESTAMPTZ(0) NOT NULL,
    "model_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "cost_nanos" BIGINT NOT NULL,
    "latency_millis" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity'::timestamptz,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'infinity'::timestamptz,

    CONSTRAINT "usage_rollups_pkey" PRIMARY KEY ("customer_id","grain","cut","model_id","api_key_id","start")
);

-- CreateTable
CREATE TABLE "traffic_tallies" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "provider_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "successful" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "rate_limited" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "failed_tries" INTEGER NOT NULL,
    "rate_limited_tries" INTEGER NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "latency" DECIMAL NOT NULL DEFAULT 0,
    "ttft" DECIMAL NOT NULL DEFAULT 0,
    "throughput" DECIMAL NOT NULL DEFAULT 0,

    CONSTRAINT "traffic_tallies_pkey" PRIMARY KEY ("minute","provider_id","model_id","slot")
);

-- CreateTable
CREATE TABLE "traffic_rollups" (
    "grain" TEXT NOT NULL,
    "cut" TEXT NOT NULL,
    "start" TIMESTAMPTZ(0) NOT NULL,
    "provider_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "successful" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "rate_limited" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "failed_tries" BIGINT NOT NULL,
    "rate_limited_tries" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" BIGINT NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "latency" DECIMAL NOT NULL DEFAULT 0,
    "ttft" DECIMAL NOT NULL DEFAULT 0,
    "throughput" DECIMAL NOT NULL DEFAULT 0,

    CONSTRAINT "traffic_rollups_pkey" PRIMARY KEY ("grain","cut","start","provider_id","model_id")
);

-- CreateTable
CREATE TABLE "video_tasks" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "routes" JSONB NOT NULL,
    "route_id" TEXT,
    "input_type" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "meter" JSONB NOT NULL,
    "callback_url" TEXT,
    "nudge_digest" BYTEA,
    "starting_at" TIMESTAMPTZ(3),
    "starts" INTEGER NOT NULL DEFAULT 0,
    "handle" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "turn" INTEGER NOT NULL DEFAULT 0,
    "next_turn_at" TIMESTAMPTZ(3) NOT NULL,
    "progress" INTEGER,
    "error" JSONB,
    "result" JSONB,
    "video_object_id" TEXT,
    "last_frame_object_id" TEXT,
    "settlement" JSONB,
    "settled_at" TIMESTAMPTZ(3),
    "cost_nanos" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "execution_deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "asset_expires_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "turn_state" TEXT NOT NULL DEFAULT 'waiting',
    "idempotency_key" TEXT,
    "nudge_route_id" TEXT,

    CONSTRAINT "video_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alerts_customer_id_created_at_idx" ON "alerts"("customer_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_customer_id_event_subject_key" ON "alerts"("customer_id", "event", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "api_keys_customer_id_created_at_idx" ON "api_keys"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "api_key_former_secrets_api_key_id_idx" ON "api_key_former_secrets"("api_key_id");

-- CreateIndex
CREATE INDEX "benchmark_runs_created_at_id_idx" ON "benchmark_runs"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "benchmark_scores_category_model_id_as_of_idx" ON "benchmark_scores"("category", "model_id", "as_of" DESC);

-- CreateIndex
CREATE INDEX "callback_deliveries_customer_id_id_idx" ON "callback_deliveries"("customer_id", "id" DESC);

-- CreateIndex
CREATE INDEX "callback_deliveries_customer_id_status_id_idx" ON "callback_deliveries"("customer_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "callback_deliveries_customer_id_task_id_idx" ON "callback_deliveries"("customer_id", "task_id");

-- CreateIndex
CREATE UNIQUE INDEX "callback_deliveries_customer_id_event_key_key" ON "callback_deliveries"("customer_id", "event_key");

-- CreateIndex
CREATE UNIQUE INDEX "routes_model_id_provider_id_key" ON "routes"("model_id", "provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "prices_route_id_version_key" ON "prices"("route_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_token_hash_key" ON "email_changes"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_failures_window_ends_at_idx" ON "sign_in_failures"("window_ends_at");

-- CreateIndex
CREATE INDEX "ended_sessions_ends_at_idx" ON "ended_sessions"("ends_at");

-- CreateIndex
CREATE INDEX "image_tasks_customer_id_created_at_id_idx" ON "image_tasks"("customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "image_tasks_created_at_idx" ON "image_tasks"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "objects_storage_key_key" ON "objects"("storage_key");

-- CreateIndex
CREATE INDEX "objects_customer_id_created_at_idx" ON "objects"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "objects_sweep_at_idx" ON "objects"("sweep_at");

-- CreateIndex
CREATE INDEX "audit_entries_subject_type_subject_id_created_at_idx" ON "audit_entries"("subject_type", "subject_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_created_at_id_idx" ON "audit_entries"("created_at", "id");

-- CreateIndex
CREATE INDEX "ledger_checks_started_at_idx" ON "ledger_checks"("started_at");

-- CreateIndex
CREATE UNIQUE INDEX "orders_session_id_key" ON "orders"("session_id");

-- CreateIndex
CREATE INDEX "orders_customer_id_created_at_id_idx" ON "orders"("customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_payment_intent_id_idx" ON "orders"("payment_intent_id");

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

-- CreateIndex
CREATE INDEX "payment_events_payment_intent_id_idx" ON "payment_events"("payment_intent_id");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- CreateIndex
CREATE INDEX "portrait_groups_customer_id_created_at_idx" ON "portrait_groups"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "portrait_assets_customer_id_created_at_idx" ON "portrait_assets"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "portrait_assets_group_id_idx" ON "portrait_assets"("group_id");

-- CreateIndex
CREATE INDEX "portrait_validations_created_at_idx" ON "portrait_validations"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "uploads_storage_key_key" ON "uploads"("storage_key");

-- CreateIndex
CREATE INDEX "uploads_customer_id_status_idx" ON "uploads"("customer_id", "status");

-- CreateIndex
CREATE INDEX "uploads_task_id_idx" ON "uploads"("task_id");

-- CreateIndex
CREATE INDEX "uploads_sweep_at_idx" ON "uploads"("sweep_at");

-- CreateIndex
CREATE INDEX "video_tasks_customer_id_created_at_id_idx" ON "video_tasks"("customer_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_former_secrets" ADD CONSTRAINT "api_key_former_secrets_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_results" ADD CONSTRAINT "benchmark_results_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_scores" ADD CONSTRAINT "benchmark_scores_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_former_secrets" ADD CONSTRAINT "callback_former_secrets_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "callback_settings"("customer_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_attempts" ADD CONSTRAINT "callback_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "callback_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "routes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "image_outputs" ADD CONSTRAINT "image_outputs_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "image_tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portrait_assets" ADD CONSTRAINT "portrait_assets_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "portrait_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what Prisma's schema language cannot say.

-- The default partition of usage only catches what a stopped clock would lose: usage_ensure_partitions makes those of months.
CREATE TABLE "usage_records_default" PARTITION OF "usage_records" DEFAULT;

-- Money never appears from nowhere: amounts are positive, sides differ.
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount_check" CHECK ("amount_nanos" > 0),
  ADD CONSTRAINT "ledger_entries_sides_check" CHECK ("debit_account" <> "credit_account");
ALTER TABLE "holds" ADD CONSTRAINT "holds_amount_check" CHECK ("amount_nanos" >= 0);
ALTER TABLE "balances" ADD CONSTRAINT "balances_held_check" CHECK ("held_nanos" >= 0);
ALTER TABLE "key_spend" ADD CONSTRAINT "key_spend_held_check" CHECK ("held_nanos" >= 0);
ALTER TABLE "ledger_checks" ADD CONSTRAINT "ledger_checks_cause_check" CHECK ("cause" IN ('schedule', 'operator')),
  ADD CONSTRAINT "ledger_checks_status_check" CHECK ("status" IN ('running', 'passed', 'failed', 'interrupted')),
  ADD CONSTRAINT "ledger_checks_end_check" CHECK (("status" IN ('running', 'interrupted')) = ("finished_at" IS NULL));
ALTER TABLE "orders" ADD CONSTRAINT "orders_gateway_check" CHECK ("gateway" IN ('stripe', 'sandbox')),
  ADD CONSTRAINT "orders_status_check" CHECK ("status" IN ('pending', 'processing', 'paid', 'failed', 'cancelled', 'expired',
    'partially_refunded', 'refunded', 'disputed', 'charged_back')),
  ADD CONSTRAINT "orders_payment_check" CHECK ("payment" IN ('open', 'processing', 'expired', 'failed', 'paid')),
  ADD CONSTRAINT "orders_dispute_check" CHECK ("dispute" IN ('open', 'won', 'lost')),
  -- No more credit is taken back than was given.
  ADD CONSTRAINT "orders_taken_check" CHECK ("refund_taken_nanos" >= 0 AND "dispute_taken_nanos" >= 0
    AND "refund_taken_nanos" + "dispute_taken_nanos" <= CASE WHEN "paid_at" IS NULL THEN 0 ELSE "credit_nanos" END);

-- Nothing is in a state that the code does not know, and nothing ends without saying how its money ends.
ALTER TABLE "image_tasks" ADD CONSTRAINT "image_tasks_status_check" CHECK (
  ("status" IN ('queued', 'processing') AND "finished_at" IS NULL)
  OR ("status" IN ('completed', 'failed', 'cancelled') AND "finished_at" IS NOT NULL AND "expires_at" IS NOT NULL AND "settlement" IS NOT NULL));
ALTER TABLE "video_tasks"
  ADD CONSTRAINT "video_tasks_status_check" CHECK ("status" IN ('queued', 'processing', 'completed', 'failed', 'cancelled', 'expired')),
  ADD CONSTRAINT "video_tasks_turn_state_check" CHECK ("turn_state" IN ('waiting', 'taken', 'again'));
ALTER TABLE "objects" ADD CONSTRAINT "objects_status_check"
  CHECK ("status" IN ('storing', 'deleting') OR ("status" = 'stored' AND "size_bytes" IS NOT NULL AND "sha256" IS NOT NULL));
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_status_check"
  CHECK ("status" IN ('pending', 'released') OR ("status" = 'claimed' AND "task_id" IS NOT NULL AND "width" IS NOT NULL AND "height" IS NOT NULL));
ALTER TABLE "callback_deliveries"
  ADD CONSTRAINT "callback_deliveries_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed')),
  ADD CONSTRAINT "callback_deliveries_ended_check" CHECK (("status" = 'pending') = ("ended_at" IS NULL) AND ("status" = 'pending') = ("next_attempt_at" IS NOT NULL));
ALTER TABLE "benchmark_runs"
  ADD CONSTRAINT "benchmark_runs_status_check" CHECK ("status" IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT "benchmark_runs_finished_check" CHECK (("status" IN ('queued', 'running')) = ("finished_at" IS NULL));
ALTER TABLE "benchmark_results"
  ADD CONSTRAINT "benchmark_results_outcome_check" CHECK ("outcome" IN ('passed', 'failed', 'unanswered'));
ALTER TABLE "routes" ADD CONSTRAINT "routes_operator_check" CHECK ("operator_priority" >= 0 AND "operator_weight" >= 1);

-- At most one demo customer, whoever starts at the same time.
CREATE UNIQUE INDEX "customers_demo_key" ON "customers"("is_demo") WHERE "is_demo";
CREATE INDEX "customers_erase_at" ON "customers"("erase_at") WHERE "erase_at" IS NOT NULL;
-- A customer's credits and corrections, to be listed. Settlements are not indexed: the usage rows say them.
CREATE INDEX "ledger_entries_credit_idx" ON "ledger_entries"("credit_account", "created_at") WHERE "kind" <> 'settle';
CREATE INDEX "ledger_entries_debit_idx" ON "ledger_entries"("debit_account", "created_at") WHERE "kind" <> 'settle';
-- Hardly any request is refunded, and rollups do not tell them from the successful ones: an index that costs the others nothing.
CREATE INDEX "usage_records_refunded_idx" ON "usage_records"("customer_id", "created_at", "id") WHERE "status" = 'refunded';
CREATE INDEX "orders_next_look_at_idx" ON "orders"("next_look_at") WHERE "next_look_at" IS NOT NULL;
-- For the sweep that finds pending deliveries without a job, and for the one that deletes old ones.
CREATE INDEX "callback_deliveries_pending_idx" ON "callback_deliveries"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "callback_deliveries_ended_idx" ON "callback_deliveries"("ended_at") WHERE "status" <> 'pending';
-- A customer's image tasks enter the queue a few at a time; the others wait in their rows.
CREATE INDEX "image_tasks_waiting_idx" ON "image_tasks"("customer_id", "created_at", "id") WHERE "status" = 'queued' AND "admitted_at" IS NULL;
CREATE INDEX "image_tasks_admitted_idx" ON "image_tasks"("customer_id") WHERE "status" IN ('queued', 'processing') AND "admitted_at" IS NOT NULL;
CREATE INDEX "image_tasks_processing_idx" ON "image_tasks"("started_at") WHERE "status" = 'processing';
-- What a crash left between a task's end and its settlement.
CREATE INDEX "image_tasks_unsettled_idx" ON "image_tasks"("finished_at") WHERE "settlement" IS NOT NULL AND "settled_at" IS NULL;
-- A retry after a crash finds the task that its Idempotency-Key made.
CREATE INDEX "image_tasks_idempotency_idx" ON "image_tasks"("customer_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
CREATE INDEX "video_tasks_idempotency_idx" ON "video_tasks"("customer_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
-- Images that are kept here because the object store could not take them.
CREATE INDEX "image_outputs_body_idx" ON "image_outputs"("task_id") WHERE "body" IS NOT NULL;
-- Videos that are not over: their end has to be written, or their money to be booked.
CREATE INDEX "video_tasks_due_idx" ON "video_tasks"("next_turn_at") WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');
CREATE INDEX "video_tasks_assets_idx" ON "video_tasks"("asset_expires_at") WHERE "status" = 'completed';
-- A run that ends twice has one figure of each category; a file that is imported twice too.
CREATE UNIQUE INDEX "benchmark_scores_measured_key" ON "benchmark_scores"("run_id", "category") WHERE "run_id" IS NOT NULL;
CREATE UNIQUE INDEX "benchmark_scores_imported_key" ON "benchmark_scores"("category", "source", "model_id") WHERE "run_id" IS NULL;
-- For the sweep that finds runs which nobody works on.
CREATE INDEX "benchmark_runs_open_idx" ON "benchmark_runs"("created_at") WHERE "finished_at" IS NULL;

-- Few rows that change with every request, and tallies that are gone within the hour: room on each page keeps updates in place
-- (HOT), and dead rows are vacuumed by their number.
ALTER TABLE "balances" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "key_spend" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "holds" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
ALTER TABLE "usage_tallies" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- Rows of about two kilobytes: nothing is won by compressing them.
ALTER TABLE "traffic_tallies" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, toast_tuple_target = 4080);
ALTER TABLE "traffic_rollups" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, toast_tuple_target = 4080);
-- An image that waits for the object store does not compress, and is read in slices.
ALTER TABLE "image_outputs" ALTER COLUMN "body" SET STORAGE EXTERNAL;
