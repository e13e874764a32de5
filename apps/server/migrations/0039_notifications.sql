CREATE TABLE "device_conditions" (
	"device_id" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "device_conditions_device_id_kind_pk" PRIMARY KEY("device_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"kinds" jsonb NOT NULL,
	"homes" jsonb NOT NULL,
	"quiet" jsonb
);
--> statement-breakpoint
CREATE TABLE "notification_device_choices" (
	"account_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"kind" text NOT NULL,
	"minutes" smallint,
	"must" boolean,
	"off" boolean,
	CONSTRAINT "notification_device_choices_account_id_device_id_kind_pk" PRIMARY KEY("account_id","device_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"device_id" text,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"again_at" timestamp with time zone,
	"acted" jsonb
);
--> statement-breakpoint
ALTER TABLE "device_conditions" ADD CONSTRAINT "device_conditions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_device_choices" ADD CONSTRAINT "notification_device_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_device_choices" ADD CONSTRAINT "notification_device_choices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_conditions_due_at" ON "device_conditions" USING btree ("due_at") WHERE "device_conditions"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_device_choices_device_id" ON "notification_device_choices" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_account_id_key" ON "notifications" USING btree ("account_id","key");--> statement-breakpoint
CREATE INDEX "notifications_account_id_at" ON "notifications" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "notifications_unseen" ON "notifications" USING btree ("account_id") WHERE "notifications"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_device_id" ON "notifications" USING btree ("device_id","kind");--> statement-breakpoint
CREATE INDEX "notifications_owner_id" ON "notifications" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "notifications_again_at" ON "notifications" USING btree ("again_at") WHERE "notifications"."again_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" USING btree ("at");