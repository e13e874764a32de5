CREATE TABLE "mqtt_login_mails" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"sent" integer NOT NULL,
	"names" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mqtt_logins" (
	"username" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"client_ids" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mqtt_retained" (
	"account_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"payload" "bytea" NOT NULL,
	"qos" smallint NOT NULL,
	CONSTRAINT "mqtt_retained_account_id_topic_pk" PRIMARY KEY("account_id","topic")
);
--> statement-breakpoint
ALTER TABLE "mqtt_login_mails" ADD CONSTRAINT "mqtt_login_mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mqtt_logins" ADD CONSTRAINT "mqtt_logins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mqtt_retained" ADD CONSTRAINT "mqtt_retained_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mqtt_login_mails_ends_at" ON "mqtt_login_mails" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mqtt_logins_account_id_name_key" ON "mqtt_logins" USING btree ("account_id","name_key");