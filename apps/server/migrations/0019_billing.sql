CREATE TABLE "billing_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"customer_id" text,
	"checkout_id" text,
	"trial_reference" text
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"subject" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "billing_events_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "billing_farewells" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_payers" (
	"payer_hash" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"account_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"standing" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"access_until" timestamp with time zone NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"will_renew" boolean NOT NULL,
	"ended_for" text,
	"read_at" timestamp with time zone NOT NULL,
	"told" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "subscriptions_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_token" ON "billing_accounts" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_customer_id" ON "billing_accounts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_events_unsettled" ON "billing_events" USING btree ("shop","subject") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "billing_events_received_at" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_account_id" ON "subscriptions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "subscriptions_read_at" ON "subscriptions" USING btree ("read_at");