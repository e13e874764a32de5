CREATE TABLE "role_devices" (
	"role_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"place" smallint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "role_devices_role_id_device_id_pk" PRIMARY KEY("role_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "role_users" (
	"role_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "role_users_role_id_account_id_pk" PRIMARY KEY("role_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"valid_after" timestamp with time zone,
	"valid_before" timestamp with time zone,
	"windows" jsonb,
	"time_zone" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"is_settled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "role_id" uuid;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "role_name" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "role_devices" ADD CONSTRAINT "role_devices_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_devices" ADD CONSTRAINT "role_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_users" ADD CONSTRAINT "role_users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_users" ADD CONSTRAINT "role_users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "role_devices_device_id" ON "role_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "role_users_account_id" ON "role_users" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "roles_account_id" ON "roles" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_account_id_name_key" ON "roles" USING btree ("account_id","name_key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "roles_valid_before" ON "roles" USING btree ("valid_before") WHERE ended_at is null and not is_settled and valid_before is not null;--> statement-breakpoint
CREATE INDEX "roles_ended_at" ON "roles" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "activity_role" ON "activity" USING btree ("role_id","id") WHERE "activity"."role_id" is not null;