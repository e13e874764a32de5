CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text,
	"is_confirmed" boolean NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_email_key_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"device_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"action" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_devices" (
	"place" integer PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_shadows" (
	"device_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"total_restarts" bigint,
	"total_state_updates" bigint,
	"reported_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"claim_code_hash" text NOT NULL,
	"type" text NOT NULL,
	"version" smallint,
	"firmware" text,
	"owner_id" uuid,
	"name" text,
	"name_key" text,
	"settings" jsonb NOT NULL,
	"favourite" jsonb,
	"ventilation" jsonb,
	"is_claimable" boolean NOT NULL,
	"said_factory_reset" boolean NOT NULL,
	"must_forget" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "devices_claim_code_hash_unique" UNIQUE("claim_code_hash")
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "demo_devices" ADD CONSTRAINT "demo_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shadows" ADD CONSTRAINT "device_shadows_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_device_id_at" ON "activity" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "devices_owner_id" ON "devices" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_owner_id_name_key" ON "devices" USING btree ("owner_id","name_key");--> statement-breakpoint
CREATE INDEX "session_tokens_session_id" ON "session_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expires_at" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_account_id" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");