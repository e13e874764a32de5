CREATE TABLE "bridge_devices" (
	"bridge_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"place" integer NOT NULL,
	"permissions" jsonb NOT NULL,
	"channels" jsonb,
	"actions" jsonb,
	"limits" jsonb,
	CONSTRAINT "bridge_devices_bridge_id_device_id_pk" PRIMARY KEY("bridge_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "bridges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"valid_after" timestamp with time zone,
	"valid_before" timestamp with time zone,
	"windows" jsonb,
	"time_zone" text,
	"token_hash" text NOT NULL,
	"token_end" text NOT NULL,
	"old_token_hash" text,
	"old_token_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_address" text,
	CONSTRAINT "bridges_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "bridges_old_token_hash_unique" UNIQUE("old_token_hash")
);
--> statement-breakpoint
ALTER TABLE "bridge_devices" ADD CONSTRAINT "bridge_devices_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bridge_devices" ADD CONSTRAINT "bridge_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bridges" ADD CONSTRAINT "bridges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bridge_devices_device_id" ON "bridge_devices" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bridges_account_id_name_key" ON "bridges" USING btree ("account_id","name_key");--> statement-breakpoint
CREATE INDEX "bridges_valid_before" ON "bridges" USING btree ("valid_before");